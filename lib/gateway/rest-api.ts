import { Size } from 'aws-cdk-lib';
import {
  ApiDefinition,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  LogGroupLogDestination,
  SecurityPolicy,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Contract, Contracts } from '../../shared/contracts/contract.ts';
import type { Config } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { customerKey } from '../constructs/customer-key.ts';
import { removalPolicy } from '../constructs/removal-policy.ts';
import { accessLogFormat, acknowledgeFormat } from './access-log.ts';
import { gatewayDefinition } from './gateway-definition.ts';
import { methodOptions, methodsWithShare } from './method-options.ts';

export type RestApiProps = {
  readonly contracts: Contracts;
  readonly config: Config;
  /** Returns the URI by which the gateway calls the function of an operation. */
  readonly uriOf: (operation: string, contract: Contract) => string;
  readonly invokeRole: Role;
  readonly accessLog: LogGroup;
  readonly variables: Record<string, string> | undefined;
};

/** Creates the REST API that the contracts define, with its stage and its logs. */
export function restApi(scope: Construct, props: RestApiProps): SpecRestApi {
  const { contracts, config, uriOf, invokeRole, accessLog, variables } = props;
  const name = `formline-${config.stage}`;
  const definition = gatewayDefinition(name, contracts, { uriOf, invokeRoleArn: invokeRole.roleArn });
  const api = new SpecRestApi(scope, 'RestApi', {
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
      variables,
      tracingEnabled: config.tracedPercent > 0,
      ...methodOptions(config),
      methodOptions: methodsWithShare(contracts, config),
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: accessLogFormat(),
    },
  });
  limitTls(api);
  keepExecutionLog(scope, api, config);
  acknowledgeGatewayFindings(api);
  return api;
}

/**
 * Sets the minimum TLS version. The API's default address would also accept TLS 1.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies-list.html
 */
function limitTls(restApi: SpecRestApi): void {
  const resource = restApi.node.defaultChild as CfnRestApi;
  resource.securityPolicy = SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  resource.endpointAccessMode = EndpointAccessMode.STRICT;
}

/**
 * Creates the execution log group. API Gateway would otherwise create a group of this name itself and keep it
 * forever.
 */
function keepExecutionLog(scope: Construct, { restApiId, deploymentStage }: SpecRestApi, config: Config): void {
  const group = new LogGroup(scope, 'ExecutionLog', {
    encryptionKey: customerKey(scope, config),
    logGroupName: `API-Gateway-Execution-Logs_${restApiId}/${config.stage}`,
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: removalPolicy(config),
  });
  deploymentStage.node.addDependency(group);
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
