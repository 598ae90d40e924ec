import type { Duration } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Setting } from '../../shared/env.ts';
import type { Config } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import { customerKey, useCustomerKey } from './customer-key.ts';
import { removalPolicy } from './removal-policy.ts';

/** What every function of a deployment shares: its configuration and where the bundles lie. */
export type Deployment = {
  readonly config: Config;
  /** Holds one folder for each function, `create-form/index.cjs`, as `npm run build` writes them. */
  readonly bundlesDirectory: string;
};

export type LambdaSpecifics = Deployment & {
  readonly description: string;
  readonly timeout: Duration;
  /** The folder of its bundle, where that is not the function's name in kebab case. */
  readonly bundle?: string;
  readonly memorySizeMb: number;
  /** A trace tells where a request spent its time. Nobody waits for a worker, and its runs would cost more than they tell. */
  readonly traced: boolean | 'if its caller is';
  /** Lambda ends a chain of 16 invocations unless the function says that it means it. */
  readonly recursiveLoop?: RecursiveLoop;
  /** How often Lambda repeats an invocation that nobody waits for; twice, without a number. */
  readonly retryAttempts?: number;
  /** So many runs at a time are kept for the function, which never has more. */
  readonly reservedConcurrency?: number;
  readonly settings: Readonly<Partial<Record<Setting, string>>>;
  /** What the function may do besides writing its log and, if it is traced, its traces. */
  readonly statements: readonly PolicyStatement[];
};

/** A function, and the role that it runs in. */
export type LambdaWithRole = { readonly lambda: LambdaFunction; readonly role: Role };

/** Makes a Lambda function of three resources, itself, its role and its log group, with all that functions have in common. */
export function lambdaFunction(scope: Construct, id: string, specifics: LambdaSpecifics): LambdaWithRole {
  const { config } = specifics;
  const traced = specifics.traced !== false && config.tracedPercent > 0;
  const logGroup = new LogGroup(scope, `${id}Logs`, {
    retention: RetentionDays.ONE_MONTH,
    encryptionKey: customerKey(scope, config),
    removalPolicy: removalPolicy(config),
  });
  const statements = [
    writeLogs(logGroup),
    ...(traced ? [writeTraces()] : []),
    ...specifics.statements,
    ...useCustomerKey(scope, config),
  ];
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Function: new PolicyDocument({ statements }) },
  });
  if (traced) acknowledgeTracesToAnywhere(role);
  const lambda = new LambdaFunction(scope, id, {
    description: specifics.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: Code.fromAsset(`${specifics.bundlesDirectory}/${specifics.bundle ?? kebabCase(id)}`),
    handler: 'index.handler',
    timeout: specifics.timeout,
    memorySize: specifics.memorySizeMb,
    recursiveLoop: specifics.recursiveLoop,
    retryAttempts: specifics.retryAttempts,
    reservedConcurrentExecutions: specifics.reservedConcurrency,
    environment: { ...specifics.settings, POWERTOOLS_SERVICE_NAME: 'formline', POWERTOOLS_LOG_LEVEL: config.logLevel },
    // A construct that adds its own statements would bring a fourth resource, a policy.
    role: role.withoutPolicyUpdates(),
    tracing: traced ? tracingOf(specifics) : Tracing.DISABLED,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    // Lambda passes every line on, and the logger alone keeps to the level: Lambda takes measurements for lines of INFO.
    applicationLogLevelV2: ApplicationLogLevel.TRACE,
    // Lambda's own lines (START, END, REPORT) would be most of what the logs cost.
    systemLogLevelV2: SystemLogLevel.WARN,
  });
  if (!traced || specifics.traced !== true) acknowledgeNoTraces(lambda, specifics);
  return { lambda, role };
}

/** `CreateForm` is bundled as `create-form`. */
export function kebabCase(pascalCase: string): string {
  return pascalCase.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
}

/** Where nobody before it has decided, an active function traces the first call of each second, whatever a rule says. */
const tracingOf = ({ traced }: LambdaSpecifics): Tracing => (traced === true ? Tracing.ACTIVE : Tracing.PASS_THROUGH);

function acknowledgeNoTraces(lambda: LambdaFunction, { traced, config }: LambdaSpecifics): void {
  const worker = 'Nobody waits for a worker; what it does, its log and its alarms tell.';
  const http =
    'An HTTP API decides on no traces, and the function would trace the first call of each second; the REST API does.';
  const choice = config.tracedPercent > 0 && traced !== true ? http : 'A choice of the operator: TRACED_PERCENT.';
  acknowledge(lambda, 'Serverless-LambdaTracing', traced ? choice : worker);
}

function acknowledgeTracesToAnywhere(role: Role): void {
  const reason = 'X-Ray has no resources to name: traces can only be put to all of it.';
  acknowledge(role, 'AwsSolutions-IAM5[Resource::*]', reason);
  acknowledge(role, 'Serverless-LambdaStarPermissions', reason);
}

function writeLogs(logGroup: LogGroup): PolicyStatement {
  return allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
}

function writeTraces(): PolicyStatement {
  return allow(['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], ['*']);
}

/** A statement that allows `actions` on `resources`. */
export function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] });
}
