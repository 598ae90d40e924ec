import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { CloudWatch, type CloudWatchOptions } from './cloudwatch/cloudwatch.ts';
import { accessKeyId, region, secretAccessKey } from './credentials.ts';
import { openDataFolder } from './data-folder.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { StreamsClient } from './dynamodb/streams.ts';
import { adoptTables, createTables, indexStreamRecords } from './dynamodb/tables.ts';
import { TimeToLive } from './dynamodb/ttl.ts';
import { publish } from './events/default-bus.ts';
import { type EventSource, eventSources } from './events/event-sources.ts';
import { Schedules } from './events/schedules.ts';
import { FunctionHost, type FunctionHostOptions, type InvocationResult } from './functions/functions.ts';
import { startInvokeServer } from './functions/invoke-server.ts';
import { type GatewayOptions, startGateway } from './gateway/gateway.ts';
import type { LocalServer } from './http-server.ts';
import { type CustomerStack, customersIn, deployCustomer } from './iam/customers.ts';
import { Identities, startSts } from './iam/sts.ts';
import { startKms } from './kms.ts';
import { tryLock } from './lock.ts';
import { rememberedPorts } from './ports.ts';
import { startS3 } from './s3/server.ts';
import { mailFolder, type SesOptions, startSes } from './ses/ses.ts';
import { startSqs } from './sqs/server.ts';
import type { StageVariables } from './template/api-definition.ts';
import { type Assembly, findNamed, readAssembly } from './template/assembly.ts';
import { queueUrlBase } from './template/template.ts';

export type CloudOptions = {
  /** The directory of a synthesized cloud assembly. */
  readonly assemblyDir: string;
  readonly codeIn?: FunctionHostOptions['codeIn'];
  /** The directory of everything that survives a restart. Only one cloud at a time may use it. */
  readonly dataDir: string;
  /** The port of the APIs; 0 picks a free one. */
  readonly port: number;
  /** The maximum of concurrent execution environments of one function. Default: 2. */
  readonly environmentsMax?: number;
  /**
   * How long a request waits for an environment before it is answered as API Gateway does when Lambda throttles.
   * Without it, a request waits without a limit.
   */
  readonly slotWaitMs?: number;
  /** The environment that selects the DynamoDB engine. Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly onAnswered?: GatewayOptions['onAnswered'];
  /** The clock of queues, streams and metrics, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** Called when an alarm fires or ends. */
  readonly onAlarm?: CloudWatchOptions['onAlarm'];
  /** Called with one line for each failed invocation. */
  readonly onFailure?: (line: string) => void;
  readonly onMail?: SesOptions['onMail'];
  /**
   * Puts proxies between functions and services. Returns the addresses by which functions and stream readers reach the
   * services that it names.
   */
  readonly between?: (endpoints: Endpoints) => Promise<Partial<Endpoints>>;
  /** Called when the cloud can't continue. */
  readonly onEnd?: (reason: string) => void;
};

export type Endpoints = Readonly<Record<'dynamodb' | 'sqs' | 's3' | 'sts' | 'kms' | 'ses' | 'lambda', string>>;

export type Cloud = {
  /** The address of the REST API: `http://127.0.0.1:3000` */
  readonly baseUrl: string;
  readonly assembly: Assembly;
  /** The folder with each sent mail as an `.eml` file. */
  readonly mailFolder: string;
  /** The environment variables with which a process can use the services as a function does. */
  readonly environment: Readonly<Record<string, string>>;
  /** Invokes a function by its name, logical ID or construct ID. Returns its result or throws its error. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Runs the targets of a schedule now. Resolves with their results when all have ended. */
  trigger(scheduleName: string): Promise<InvocationResult[]>;
  /** Sets or removes a variable of both APIs' stages, as UpdateStage does. */
  setStageVariable(name: string, value: string | undefined): void;
  /** Stops the stream and queue readers and the schedules. Resolves when nothing of them runs. */
  stopWorkers(): Promise<void>;
  /** Restarts the workers where they stopped. */
  startWorkers(): Promise<void>;
  /** Deletes expired items, which DynamoDB does in its own time. Returns their number. */
  expireItems(): Promise<number>;
  /** Returns the active alarms by construct ID. */
  alarms(): string[];
  /** Deploys docs/owner-storage.template.json to another account. */
  deployCustomer(deployed: CustomerStack): void;
  close(): Promise<void>;
};

/**
 * Creates and serves what the assembly declares. Rejects with one clear message if it can't: `UnusableData` if the data
 * folder is the cause.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const release = await tryLock(options.dataDir);
  if (!release) throw new Error(`Another local cloud uses ${options.dataDir}: stop it, or set LOCAL_DATA.`);
  const closers: (() => unknown)[] = [release];
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    openDataFolder(options.dataDir);
    return { ...(await start(options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type CloudParts = {
  readonly assembly: Assembly;
  readonly environment: ReturnType<typeof environmentOf>;
  readonly cloudWatch: CloudWatch;
  /** The readers that are woken whenever a function ends. */
  readonly sources: readonly EventSource[];
};

type Logger = NonNullable<SQSClientConfig['logger']>;

/** The SDK's default logger would redact every answer and then drop it. */
const logger = { debug() {}, warn() {} } as Partial<Logger> as Logger;

const client = (endpoint: string) => ({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, logger });

async function start(options: CloudOptions, closers: (() => unknown)[]): Promise<Omit<Cloud, 'close'>> {
  const { dataDir, onAlarm, now = Date.now } = options;
  const declared = readAssembly(options.assemblyDir);
  if (!declared.api) throw new Error('The templates declare no REST API.');

  const services = await startServices(options, declared, closers);
  const { endpoints } = services;
  const dynamodb = new DynamoDBClient(client(endpoints.dynamodb));
  await createTables(dynamodb, declared.tables);
  const adopted = await adoptTables(dynamodb, declared);
  // An adopted table replaces the first table that the template declares.
  const assembly = { ...declared, tables: [...adopted, ...declared.tables] };
  indexStreamRecords(services.databaseFile);

  const reached = { ...endpoints, ...(await options.between?.(endpoints)) };
  const environment = environmentOf(reached);
  const cloudWatch = new CloudWatch({ assembly, now, gauges: services.gauges, onAlarm });
  const sources: EventSource[] = [];
  const host = functionHost(options, { assembly, environment, cloudWatch, sources });
  const invoke = (name: string, event: string) => host.invoke(name, event);

  const ttl = new TimeToLive(dynamodb, join(dataDir, 'expired.json'));
  const schedules = new Schedules(assembly.schedules, invoke);
  const ofSources = {
    dynamodb,
    streams: new StreamsClient(reached.dynamodb),
    changedAt: services.changedAt,
    sqs: new SQSClient(client(endpoints.sqs)),
    sqsEndpoint: endpoints.sqs,
    s3: new S3Client(client(endpoints.s3)),
    ttl,
    host,
    cloudWatch,
    now,
  };
  let running: Promise<void>[] = [];
  const startSources = async () => {
    sources.splice(0, sources.length, ...(await eventSources(assembly, dataDir, ofSources)));
    running = sources.map(source => source.run());
  };
  await startSources();
  closers.push(
    () => Promise.all(running),
    () => host.close(),
    () => {
      for (const source of [ttl, schedules, cloudWatch, ...sources]) source.stop();
    },
  );
  for (const table of assembly.tables) void ttl.run(table);
  const lambda = await startInvokeServer({ functions: assembly.functions, host, port: services.ports.lambda });
  closers.push(() => lambda.close());
  schedules.start();
  cloudWatch.start();

  const { apis, setStageVariable } = withVariables({ api: declared.api, httpApi: declared.httpApi });
  const gateway = await openGateway(options, apis, host, cloudWatch);
  closers.push(() => gateway.close());

  return {
    baseUrl: gateway.endpoint,
    assembly,
    mailFolder: mailFolder(dataDir),
    environment,
    async invoke(name, event) {
      const { payload, failed } = await host.invoke(findNamed(assembly.functions, name).name, JSON.stringify(event));
      if (failed) throw new Error(payload);
      return payload === '' ? undefined : JSON.parse(payload);
    },
    deployCustomer: deployed => deployCustomer(dataDir, deployed),
    alarms: () => cloudWatch.evaluate().map(alarm => alarm.constructId),
    trigger: name => schedules.trigger(name),
    setStageVariable,
    async stopWorkers() {
      for (const source of [schedules, ...sources]) source.stop();
      await Promise.all(running);
    },
    async startWorkers() {
      await startSources();
      schedules.start();
    },
    async expireItems() {
      const counts = await Promise.all(assembly.tables.map(table => ttl.sweep(table)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

type Apis = Pick<GatewayOptions, 'api' | 'httpApi'>;

/** Returns the template's APIs with stage variables that can be set while they are served. */
function withVariables({ api, httpApi }: Apis): { apis: Apis } & Pick<Cloud, 'setStageVariable'> {
  const own: Record<string, string> = {};
  const variablesOf = ({ variables }: { readonly variables?: StageVariables }): StageVariables | undefined =>
    variables || Object.keys(own).length > 0 ? { ...variables, ...own } : undefined;
  const served = <A extends { readonly variables?: StageVariables }>(declared: A): A =>
    Object.defineProperty({ ...declared }, 'variables', { get: () => variablesOf(declared) });
  return {
    apis: { api: served(api), ...(httpApi && { httpApi: served(httpApi) }) },
    setStageVariable(name, value) {
      if (value === undefined) delete own[name];
      else own[name] = value;
    },
  };
}

function functionHost(
  { assemblyDir, codeIn, dataDir, environmentsMax, slotWaitMs, onFailure }: CloudOptions,
  { assembly, environment, cloudWatch, sources }: CloudParts,
): FunctionHost {
  return new FunctionHost({
    functions: assembly.functions.map(resource => ({
      ...resource,
      environment: withLocalQueues(resource.environment, environment.AWS_ENDPOINT_URL_SQS),
    })),
    environment,
    logFile: join(dataDir, 'functions.log'),
    codeIn,
    environmentsMax,
    slotWaitMs,
    compileCacheDir: join(assemblyDir, 'compile-cache'),
    onPrinted: line => cloudWatch.printed(line),
    onEnded: ended => {
      cloudWatch.invoked(ended);
      for (const source of sources) source.wake?.();
    },
    onFailure: (name, { errorType, errorMessage }) => onFailure?.(`${name} failed: ${errorType}: ${errorMessage}`),
  });
}

function openGateway(
  { port, onAnswered }: CloudOptions,
  { api, httpApi }: Apis,
  functions: FunctionHost,
  cloudWatch: CloudWatch,
): Promise<LocalServer> {
  const answered: GatewayOptions['onAnswered'] = answer => {
    cloudWatch.answered(answer);
    onAnswered?.(answer);
  };
  return startGateway({ api, httpApi, functions, port, onAnswered: answered }).catch(error => {
    throw error.code === 'EADDRINUSE' ? portInUse(port) : error;
  });
}

export function portInUse(port: number): Error {
  return new Error(`Port ${port} is in use: stop what listens there, or set PORT.`);
}

async function startServices(
  { dataDir, environment, onEnd, onMail, now }: CloudOptions,
  assembly: Assembly,
  closers: (() => unknown)[],
) {
  const ports = await rememberedPorts(dataDir, ['dynamodb', 'sqs', 's3', 'sts', 'kms', 'ses', 'lambda']);
  const engine = await startDynamoDb({
    dataDir: join(dataDir, 'dynamodb'),
    port: ports.dynamodb,
    environment,
    onEnd,
  });
  closers.push(() => engine.close());
  const sqs = await startSqs({ dataDir, port: ports.sqs, queues: assembly.queues, now });
  closers.push(() => sqs.close());
  const identities = new Identities();
  const customers = () => customersIn(dataDir);
  const s3 = await startS3({ dataDir, port: ports.s3, buckets: assembly.buckets, identities, customers });
  closers.push(() => s3.close());
  const sts = await startSts({ port: ports.sts, identities, customers });
  closers.push(() => sts.close());
  const kms = await startKms({ dataDir, port: ports.kms, keys: assembly.keys });
  closers.push(() => kms.close());
  const queueClient = new SQSClient(client(sqs.endpoint));
  const ses = await startSes({
    ...{ dataDir, port: ports.ses, onMail },
    ...{ identities: assembly.mailIdentities, configurationSets: assembly.configurationSets },
    mailEvents: assembly.mailEvents,
    publish: event => publish(event, assembly.eventRules, queueClient, sqs.endpoint),
  });
  closers.push(() => ses.close());
  const endpoints = {
    dynamodb: engine.endpoint,
    sqs: sqs.endpoint,
    s3: s3.endpoint,
    sts: sts.endpoint,
    kms: kms.endpoint,
    ses: ses.endpoint,
    lambda: `http://127.0.0.1:${ports.lambda}`,
  };
  return { endpoints, ports, databaseFile: engine.databaseFile, changedAt: engine.changedAt, gauges: sqs.gauges };
}

function environmentOf(endpoints: Endpoints) {
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_STS: endpoints.sts,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
  };
}

function withLocalQueues(environment: Readonly<Record<string, string>>, sqsEndpoint: string): Record<string, string> {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replaceAll(queueUrlBase, sqsEndpoint)]));
}
