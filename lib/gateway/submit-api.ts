import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import type { Config } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { accessLogFormatOfHttpApi, acknowledgeFormat } from './access-log.ts';
import { methodOptions } from './method-options.ts';
import { submitBasePath } from './submit-base-path.ts';

/** The operation that an HTTP API may take: everything below `/v1`, which a domain name maps to it. */
export const submitOperation = 'createSubmission';

export type SubmitApiProps = {
  readonly config: Config;
  readonly contracts: Contracts;
  /** The function of the operation. */
  readonly lambda: IFunction;
  /** The role with which API Gateway calls it. */
  readonly invokeRole: IRole;
  readonly accessLog: ILogGroup;
  /** The stage variables that the function gets with each request. */
  readonly variables: Record<string, string> | undefined;
};

export type SubmitApi = {
  readonly api: CfnApi;
  readonly stage: CfnStage;
  /** Returns one of CloudWatch's metrics of an HTTP API: `Count`, `Latency`, `4xx`, `5xx`. */
  readonly metric: (metricName: string, options: MetricOptions) => IMetric;
};

/**
 * Creates the HTTP API of submissions. All routes lead to one function, even those to refuse: an HTTP API has no mock
 * integrations and only its own error format. CORS of the API would replace the function's headers.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-vs-rest.html
 */
export function submitApi(scope: Construct, id: string, props: SubmitApiProps): SubmitApi {
  const { config, contracts, lambda, invokeRole, accessLog, variables } = props;
  const { method, path } = operationBelow(contracts);
  const api = new CfnApi(scope, id, {
    name: `formline-${config.stage}-submissions`,
    protocolType: 'HTTP',
    // Only the distribution calls the default address. With a custom domain alone, nobody needs it.
    disableExecuteApiEndpoint: config.apiDomain !== undefined && config.web === undefined,
  });
  const integration = new CfnIntegration(scope, `${id}Function`, {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: lambda.functionArn,
    credentialsArn: invokeRole.roleArn,
    payloadFormatVersion: '1.0',
  });
  for (const [name, routeKey] of Object.entries({
    Submit: `${method} ${path}`,
    Other: `ANY ${path}`,
    Default: '$default',
  })) {
    const route = new CfnRoute(scope, `${id}${name}`, {
      apiId: api.ref,
      routeKey,
      target: `integrations/${integration.ref}`,
    });
    acknowledge(route, 'AwsSolutions-APIG4', 'The function asks for the key, as it does behind the REST API.');
  }
  const { throttlingRateLimit, throttlingBurstLimit } = methodOptions(config);
  // The group's plain ARN: `logGroupArn` names all of its streams.
  const destinationArn = Stack.of(scope).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: accessLog.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const stage = new CfnStage(scope, `${id}Stage`, {
    apiId: api.ref,
    stageName: submitBasePath,
    autoDeploy: true,
    stageVariables: variables,
    accessLogSettings: { destinationArn, format: accessLogFormatOfHttpApi().toString() },
    defaultRouteSettings: { throttlingRateLimit, throttlingBurstLimit },
  });
  acknowledgeFormat(stage);
  return { api, stage, metric: (metricName, options) => metricOf(api, metricName, options) };
}

/** Returns the operation, with its path shortened by what the mapping removes. */
function operationBelow(contracts: Contracts): Contract {
  const below = Object.entries(contracts).filter(([, { path }]) => path.startsWith(`/${submitBasePath}/`));
  const [[name, contract] = []] = below;
  if (!contract || name !== submitOperation || below.length > 1 || contract.transport?.streamed) {
    throw new Error(`The HTTP API takes ${submitOperation} alone; below /v1 there is ${below.map(([each]) => each)}`);
  }
  return { ...contract, path: contract.path.slice(submitBasePath.length + 1) };
}

const metricOf = (api: CfnApi, metricName: string, options: MetricOptions): IMetric =>
  new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: api.ref }, ...options });
