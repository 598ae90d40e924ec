import { Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Contract, Contracts } from '../shared/contracts/contract.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { EndpointFunction } from './constructs/endpoint-function.ts';
import { allow, type Deployment } from './constructs/lambda-defaults.ts';
import { type DataStack, removalPolicy } from './data-stack.ts';
import { gatewayDefinition } from './gateway/gateway-definition.ts';

export type ApiStackProps = StackProps & Deployment & { readonly contracts: Contracts; readonly data: DataStack };

/** The REST API: one function for each contract, and a gateway that is defined by the contracts. */
export class ApiStack extends Stack {
  readonly restApi: SpecRestApi;
  /** By the operation's name. */
  readonly endpoints: ReadonlyMap<string, EndpointFunction>;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    const { contracts, config, bundlesDirectory, data, ...stackProps } = props;
    super(scope, id, stackProps);
    const common = { config, bundlesDirectory, table: data.table, secretsKey: data.secretsKey, uploads: data.uploads };
    this.endpoints = new Map(
      Object.entries(contracts).map(([operation, contract]) => [
        operation,
        new EndpointFunction(this, pascalCase(operation), { ...common, contract }),
      ]),
    );
    this.restApi = this.#restApi(props);
    acknowledge(this, 'Serverless-LambdaDLQ', 'The gateway waits for every call: a failure is answered, never queued.');
  }

  #restApi({ contracts, config }: ApiStackProps): SpecRestApi {
    const name = `formline-${config.stage}`;
    const definition = gatewayDefinition(name, contracts, {
      uriOf: (operation, contract) => this.#invocationUri(operation, contract),
      invokeRoleArn: this.#invokeRole().roleArn,
    });
    const restApi = new SpecRestApi(this, 'RestApi', {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(definition),
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      deployOptions: {
        stageName: config.stage,
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        throttlingRateLimit: config.throttle.requestsPerSecond,
        throttlingBurstLimit: config.throttle.burst,
        accessLogDestination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', {
            retention: RetentionDays.THREE_MONTHS,
            removalPolicy: removalPolicy(config),
          }),
        ),
        accessLogFormat: accessLogFormat(),
      },
    });
    acknowledgeGatewayFindings(restApi);
    return restApi;
  }

  /** One role for the whole gateway, in place of a permission for every function. */
  #invokeRole(): Role {
    const functionArns = [...this.endpoints.values()].map(endpoint => endpoint.functionArn);
    return new Role(this, 'InvokeRole', {
      description: 'API Gateway calls the functions of the endpoints in this role',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Invoke: new PolicyDocument({ statements: [allow(['lambda:InvokeFunction'], functionArns)] }),
      },
    });
  }

  #invocationUri(operation: string, contract: Contract): string {
    const endpoint = this.endpoints.get(operation);
    if (!endpoint) throw new Error(`The operation ${operation} has no function`);
    const [version, action] = contract.streamed
      ? ['2021-11-15', 'response-streaming-invocations']
      : ['2015-03-31', 'invocations'];
    return `arn:${this.partition}:apigateway:${this.region}:lambda:path/${version}/functions/${endpoint.functionArn}/${action}`;
  }
}

/** `createForm` is the function `CreateForm`. */
function pascalCase(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1);
}

/**
 * One line for each request. The path is the route's, not the caller's: it holds no ids, and the query, which may hold
 * a publishable key, is not there at all. Neither are addresses of callers, who are people that fill in forms.
 */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      time: '$context.requestTime',
      requestId: '$context.requestId',
      traceId: '$context.xrayTraceId',
      method: '$context.httpMethod',
      path: '$context.resourcePath',
      status: '$context.status',
      responseBytes: '$context.responseLength',
      milliseconds: '$context.responseLatency',
      integrationMilliseconds: '$context.integrationLatency',
      integrationStatus: '$context.integrationStatus',
      errorType: '$context.error.responseType',
      error: '$context.error.message',
    }),
  );
}

function acknowledgeGatewayFindings(restApi: SpecRestApi): void {
  acknowledge(
    restApi,
    'AwsSolutions-APIG2',
    'Each function validates by its contract and lists every fault in the contract’s error body; the gateway would name the first one, in a shape of its own.',
  );
  acknowledge(
    restApi,
    'AwsSolutions-APIG3',
    'A web ACL is a choice of the operator with a monthly price; throttling and the limits of the contract hold without one.',
  );
  acknowledge(
    restApi,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    'The account’s role for logs of API Gateway: the service accepts it only with the permissions of this managed policy.',
  );
}
