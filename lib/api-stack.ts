import { ArnFormat, CfnOutput, Size, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  LogGroupLogDestination,
  SecurityPolicy,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IMetric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Contract, type Contracts, withFunction } from '../shared/contracts/contract.ts';
import { subjects } from '../shared/contracts/index.ts';
import { pausedVariable } from '../shared/domain/traffic/paused.ts';
import type { Config } from './config.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { customerKey } from './constructs/customer-key.ts';
import { endpointFunction } from './constructs/endpoint-function.ts';
import { allow, type LambdaWithRole } from './constructs/lambda-function.ts';
import { removalPolicy } from './constructs/removal-policy.ts';
import type { Data, DeploymentWithData } from './data-stack.ts';
import { accessLogFormat, acknowledgeFormat, rateLimitedFilter, slowAnswersFilter } from './gateway/access-log.ts';
import { customDomain } from './gateway/custom-domain.ts';
import { FunctionStack } from './gateway/function-stack.ts';
import { gatewayDefinition } from './gateway/gateway-definition.ts';
import { isPublic, methodOptions, methodsWithShare } from './gateway/method-options.ts';
import { sampleTraces } from './gateway/sampling.ts';
import { type SubmitApi, submitApi, submitOperation } from './gateway/submit-api.ts';
import { webAcl } from './gateway/web-acl.ts';
import { deployedVersion } from './version.ts';
import { type ViewerSecrets, variablesOf, viewerSecrets } from './web/viewer-secrets.ts';

export type ApiStackProps = StackProps & DeploymentWithData & { readonly contracts: Contracts };

/** Indentation would be a third of a template, and CloudFormation allows one million bytes. */
const compact = { suppressTemplateIndentation: true };

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
  readonly open: ReadonlyMap<string, LambdaWithRole & { readonly requestsPerSecond: number }>;
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
    const { contracts, config, bundlesDirectory, data, ...stackProps } = props;
    super(scope, id, stackProps);
    acknowledge(this, 'Annotation::@aws-cdk/core:Stack.templateSize', 'The tests hold it at nine tenths of the limit');
    this.viewerSecrets = viewerSecrets(this, config);
    const stackOf = this.#functionStacks(contracts, data);
    this.endpoints = new Map(
      Object.entries(withFunction(contracts)).map(([operation, contract]) => [
        operation,
        endpointFunction(stackOf(operation), pascalCase(operation), {
          ...{ config, bundlesDirectory, contract, data: stackOf(operation).data },
          reservedConcurrency: operation === 'login' ? config.loginConcurrency : undefined,
          byHttpApi: config.submitApi === 'http' && operation === submitOperation,
        }),
      ]),
    );
    this.streamed = new Map([...this.endpoints].filter(([operation]) => contracts[operation]?.transport?.streamed));
    this.open = new Map(
      [...this.endpoints].flatMap(([operation, endpoint]) => {
        const served = Object.entries(contracts).filter(([name, { servedBy = name }]) => servedBy === operation);
        const rates = served
          .filter(([, contract]) => isPublic(contract))
          .map(([, { rateShare }]) => methodOptions(config, rateShare).throttlingRateLimit);
        if (rates.length === 0) return [];
        return [[operation, { ...endpoint, requestsPerSecond: Math.max(...rates) }]];
      }),
    );
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.THREE_MONTHS,
      encryptionKey: customerKey(this, config),
      removalPolicy: removalPolicy(config),
    });
    const invokeRole = this.#invokeRole();
    this.restApi = this.#restApi(props, invokeRole);
    if (config.submitApi === 'http') this.submitApi = this.#submitApi(props, invokeRole);
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

  /**
   * Creates nested stacks, which deploy and roll back together with this one. Functions have no fixed names, so a
   * function may move to another subject: CloudFormation creates the new one, points the gateway to it, then deletes
   * the old one.
   */
  #functionStacks(contracts: Contracts, data: Data): (operation: string) => FunctionStack {
    const operations = Object.keys(withFunction(contracts));
    const stacks = new Map(
      Object.entries<object>(subjects).flatMap(([subject, ofSubject]) => {
        const own = operations.filter(operation => operation in ofSubject);
        const description = `${this.templateOptions.description}: ${subject}`;
        const stack = own.length > 0 && new FunctionStack(this, pascalCase(subject), { description, data, ...compact });
        return stack ? own.map(operation => [operation, stack] as const) : [];
      }),
    );
    return operation => {
      const stack = stacks.get(operation);
      if (!stack) throw new Error(`The operation ${operation} belongs to no subject`);
      return stack;
    };
  }

  /** Keeps a paused stage paused, whatever else a deployment changes in the gateway's stages. */
  #variables({ pausedSince }: Config): Record<string, string> | undefined {
    const secrets = variablesOf(this.viewerSecrets);
    return pausedSince ? { ...secrets, [pausedVariable]: pausedSince } : secrets;
  }

  #submitApi({ contracts, config }: ApiStackProps, invokeRole: Role): SubmitApi {
    const { lambda } = this.#endpoint(submitOperation);
    return submitApi(this, 'SubmitApi', {
      config,
      contracts,
      lambda,
      invokeRole,
      accessLog: this.accessLog,
      variables: this.#variables(config),
    });
  }

  #restApi({ contracts, config }: ApiStackProps, invokeRole: Role): SpecRestApi {
    const name = `formline-${config.stage}`;
    const definition = gatewayDefinition(name, contracts, {
      uriOf: (operation, contract) => this.#invocationUri(operation, contract),
      invokeRoleArn: invokeRole.roleArn,
    });
    const restApi = new SpecRestApi(this, 'RestApi', {
      restApiName: name,
      apiDefinition: ApiDefinition.fromInline(definition),
      endpointTypes: [EndpointType.REGIONAL],
      // Smaller answers would gain nothing. The public schema of a large form shrinks by nine tenths.
      minCompressionSize: Size.kibibytes(1),
      // The role is one for the account and region, and all other APIs log with it too. So it is set only on request,
      // and CDK's default keeps it when the stage is deleted.
      cloudWatchRole: config.setsGatewayLogRole,
      deployOptions: {
        stageName: config.stage,
        variables: this.#variables(config),
        tracingEnabled: config.tracedPercent > 0,
        ...methodOptions(config),
        methodOptions: methodsWithShare(contracts, config),
        accessLogDestination: new LogGroupLogDestination(this.accessLog),
        accessLogFormat: accessLogFormat(),
      },
    });
    this.#limitTls(restApi);
    this.#keepExecutionLog(restApi, config);
    acknowledgeGatewayFindings(restApi);
    return restApi;
  }

  /**
   * Sets the minimum TLS version. The API's default address would also accept TLS 1.0.
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies-list.html
   */
  #limitTls(restApi: SpecRestApi): void {
    const resource = restApi.node.defaultChild as CfnRestApi;
    resource.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
    resource.endpointAccessMode = EndpointAccessMode.STRICT;
  }

  /**
   * Creates the execution log group. API Gateway would otherwise create a group of this name itself and keep it
   * forever.
   */
  #keepExecutionLog({ restApiId, deploymentStage }: SpecRestApi, config: Config): void {
    const group = new LogGroup(this, 'ExecutionLog', {
      encryptionKey: customerKey(this, config),
      logGroupName: `API-Gateway-Execution-Logs_${restApiId}/${config.stage}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: removalPolicy(config),
    });
    deploymentStage.node.addDependency(group);
  }

  /**
   * Creates one role for the whole gateway instead of a permission for each function, so that its size doesn't grow
   * with them.
   */
  #invokeRole(): Role {
    const role = new Role(this, 'InvokeRole', {
      description: 'API Gateway calls the functions of the endpoints in this role',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Invoke: new PolicyDocument({
          statements: [
            allow(
              ['lambda:InvokeFunction'],
              [
                this.formatArn({
                  service: 'lambda',
                  resource: 'function',
                  resourceName: functionsOf(this),
                  arnFormat: ArnFormat.COLON_RESOURCE_NAME,
                }),
              ],
            ),
          ],
        }),
      },
    });
    acknowledge(
      role,
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${functionsOf(this)}]`,
      'The functions of this stack, by the beginning of their names; which one is called, the definition of the API says.',
    );
    return role;
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

/**
 * Returns the pattern of the names that CloudFormation gives to the functions of a stack and its nested stacks, which
 * begin with the stack's name. If a name would exceed 64 characters, CloudFormation keeps the first 25 of the stack's
 * name: seen in accounts, documented nowhere.
 */
function functionsOf({ stackName }: Stack): string {
  return `${stackName.slice(0, 25)}*`;
}

/** Converts an operation's name: `createForm` becomes `CreateForm`. */
function pascalCase(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1);
}

function acknowledgeGatewayFindings(restApi: SpecRestApi): void {
  acknowledge(
    restApi,
    'AwsSolutions-APIG2',
    'Each function validates by its contract and lists every fault in the contract’s error body; the gateway would name the first one, in a shape of its own.',
  );
  acknowledgeFormat(restApi);
  acknowledge(
    restApi,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    'The account’s role for logs of API Gateway: the service accepts it only with the permissions of this managed policy.',
  );
}
