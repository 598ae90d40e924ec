import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IMetric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Contract, Contracts } from '../shared/contracts/contract.ts';
import { pausedVariable } from '../shared/domain/traffic/pause.ts';
import type { Config } from './config.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { customerKey } from './constructs/customer-key.ts';
import type { LambdaWithRole } from './constructs/lambda-function.ts';
import { removalPolicy } from './constructs/removal-policy.ts';
import type { DeploymentWithData } from './data-stack.ts';
import { rateLimitedFilter, slowAnswersFilter } from './gateway/access-log.ts';
import { customDomain } from './gateway/custom-domain.ts';
import { endpoints, type OpenEndpoint, openEndpoints } from './gateway/endpoints.ts';
import { invokeRole } from './gateway/invoke-role.ts';
import { restApi } from './gateway/rest-api.ts';
import { sampleTraces } from './gateway/sampling.ts';
import { type SubmitApi, submitApi, submitOperation } from './gateway/submit-api.ts';
import { webAcl } from './gateway/web-acl.ts';
import { deployedVersion } from './version.ts';
import { type ViewerSecrets, variablesOf, viewerSecrets } from './web/viewer-secrets.ts';

export type ApiStackProps = StackProps & DeploymentWithData & { readonly contracts: Contracts };

/**
 * The REST API and, if configured, an HTTP API. The contracts define the gateways. Each contract has one function, in a
 * nested stack for its subject.
 */
export class ApiStack extends Stack {
  readonly restApi: SpecRestApi;
  /** Set with `SUBMIT_API=http`. */
  readonly submitApi?: SubmitApi;
  /** The endpoint functions, by operation name. */
  readonly endpoints: ReadonlyMap<string, LambdaWithRole>;
  /** The endpoints that stream their answers. */
  readonly streamed: ReadonlyMap<string, LambdaWithRole>;
  /** The endpoints that need no secret, each with the request rate that the gateway allows. */
  readonly open: ReadonlyMap<string, OpenEndpoint>;
  /**
   * Counts the answers that took longer than three seconds. Leaves out streamed answers, which take as long as their
   * content needs.
   */
  readonly slowAnswers: (options: MetricOptions) => IMetric;
  /** Counts the requests refused by a rate limit. */
  readonly rateLimited: (options: MetricOptions) => IMetric;
  /** The log with one line for each request. */
  readonly accessLog: LogGroup;
  /** The secrets by which the functions recognize the distribution before the gateway. */
  readonly viewerSecrets: ViewerSecrets;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { contracts, config, bundlesDirectory: _, data: __, ...stackProps } = props;
    super(scope, id, stackProps);
    acknowledge(this, 'Annotation::@aws-cdk/core:Stack.templateSize', 'The tests hold it at nine tenths of the limit');
    this.viewerSecrets = viewerSecrets(this, config);
    this.endpoints = endpoints(this, props);
    this.streamed = new Map(
      [...this.endpoints].filter(([operation]) => contracts[operation]?.transport?.streamed === true),
    );
    this.open = openEndpoints(this.endpoints, contracts, config);
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      encryptionKey: customerKey(this, config),
      removalPolicy: removalPolicy(config),
    });
    const gateway = {
      ...{ contracts, config, invokeRole: invokeRole(this), accessLog: this.accessLog },
      variables: this.#variables(config),
    };
    this.restApi = restApi(this, {
      ...gateway,
      uriOf: (operation, contract) => this.#invocationUri(operation, contract),
    });
    if (config.submitApi === 'http') {
      const { lambda } = this.#endpoint(submitOperation);
      this.submitApi = submitApi(this, 'SubmitApi', { ...gateway, lambda });
    }
    const ofLog = { stage: config.stage, accessLog: this.accessLog };
    const slow = slowAnswersFilter(this, 'SlowAnswers', { ...ofLog, contracts });
    this.slowAnswers = options => slow.metric(options);
    const rateLimited = rateLimitedFilter(this, 'RateLimited', ofLog);
    this.rateLimited = options => rateLimited.metric(options);
    if (config.tracedPercent > 0) sampleTraces(this, config);
    else acknowledge(this.restApi, 'Serverless-APIGWXrayEnabled', 'A choice of the operator: TRACED_PERCENT.');
    if (config.apiDomain) customDomain(this, 'ApiDomain', config.apiDomain, this);
    else {
      const host = `${this.restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`;
      // The address that CDK prints ends with a slash.
      new CfnOutput(this, 'ApiAddress', { value: `https://${host}/${config.stage}` });
    }
    new CfnOutput(this, 'Version', { value: deployedVersion(config.stage) });
    if (config.webAcl) webAcl(this, 'WebAcl', this.restApi.deploymentStage.stageArn, this.viewerSecrets);
    else acknowledge(this.restApi, 'AwsSolutions-APIG3', 'A choice of the operator with a monthly price: WEB_ACL.');
    acknowledge(this, 'Serverless-LambdaDLQ', 'The gateway waits for every call: a failure is answered, never queued.');
  }

  /** Keeps a paused stage paused, whatever else a deployment changes in the gateway's stages. */
  #variables({ pausedSince }: Config): Record<string, string> | undefined {
    const secrets = variablesOf(this.viewerSecrets);
    return pausedSince ? { ...secrets, [pausedVariable]: pausedSince } : secrets;
  }

  #invocationUri(operation: string, contract: Contract): string {
    const { lambda } = this.#endpoint(contract.servedBy ?? operation);
    const [version, action] = contract.transport?.streamed
      ? ['2021-11-15', 'response-streaming-invocations']
      : ['2015-03-31', 'invocations'];
    return `arn:${this.partition}:apigateway:${this.region}:lambda:path/${version}/functions/${lambda.functionArn}/${action}`;
  }

  #endpoint(operation: string): LambdaWithRole {
    const endpoint = this.endpoints.get(operation);
    if (!endpoint) throw new Error(`The operation ${operation} has no function`);
    return endpoint;
  }
}
