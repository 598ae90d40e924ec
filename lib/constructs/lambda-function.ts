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

/** The parts that every function of a deployment shares: its configuration and the location of the bundles. */
export type Deployment = {
  readonly config: Config;
  /** Contains one folder for each function, `create-form/index.cjs`, as `npm run build` writes them. */
  readonly bundlesDirectory: string;
};

export type LambdaSpecifics = Deployment & {
  readonly description: string;
  readonly timeout: Duration;
  /** The folder of its bundle, if it isn't the function's name in kebab case. */
  readonly bundle?: string;
  readonly memorySizeMb: number;
  /**
   * Whether runs are traced. A trace shows where a request spent its time. Nobody waits for a worker, so its traces
   * would cost more than they tell.
   */
  readonly traced: boolean | 'if its caller is';
  /** Lambda stops a chain of 16 invocations unless the function allows recursion. */
  readonly recursiveLoop?: RecursiveLoop;
  /** How often Lambda retries an asynchronous invocation. Default: 2. */
  readonly retryAttempts?: number;
  /** The concurrency reserved for the function, which is also its maximum. */
  readonly reservedConcurrency?: number;
  readonly settings: Readonly<Partial<Record<Setting, string>>>;
  /** The permissions of the function besides writing its log and, if it is traced, its traces. */
  readonly statements: readonly PolicyStatement[];
};

/** A function and its role. */
export type LambdaWithRole = { readonly lambda: LambdaFunction; readonly role: Role };

/**
 * Creates a Lambda function as three resources, the function, its role and its log group, with the settings that all
 * functions share.
 */
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
    // A construct that adds its own statements would create a fourth resource, a policy.
    role: role.withoutPolicyUpdates(),
    tracing: traced ? tracingOf(specifics) : Tracing.DISABLED,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    // Lambda passes every line on and only the logger filters by level, because Lambda treats measurements as INFO.
    applicationLogLevelV2: ApplicationLogLevel.TRACE,
    // Lambda's own lines (START, END, REPORT) would be most of the cost of logs.
    systemLogLevelV2: SystemLogLevel.WARN,
  });
  if (!traced || specifics.traced !== true) acknowledgeNoTraces(lambda, specifics);
  return { lambda, role };
}

/** Converts a name: `CreateForm` becomes `create-form`. */
export function kebabCase(pascalCase: string): string {
  return pascalCase.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
}

/**
 * Returns the tracing mode. With active tracing and no decision upstream, a function traces the first call of each
 * second, whatever the rules say.
 */
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

/** Creates a statement that allows `actions` on `resources`. */
export function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [...resources] });
}
