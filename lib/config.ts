import { parseRetryDelays } from '../shared/domain/receivers/backoff.ts';

/** What distinguishes one deployment from another. Several stages live side by side in one account. */
export type Config = {
  /** The stage's name; part of every name that is not generated. */
  readonly stage: string;
  /** Whether table, buckets, logs and key stay when the stacks are deleted, and the table is protected from deletion. */
  readonly keepsData: boolean;
  /** Whether the stage sets the role in which API Gateway writes logs, which is one for the account and region. */
  readonly setsGatewayLogRole: boolean;
  readonly logLevel: LogLevel;
  /** Gets a mail from every alarm, once its subscription is confirmed. */
  readonly alarmEmail?: string;
  /** Over all callers; more is answered 429. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  readonly webhooks: {
    /** Seconds to wait before each retry of a delivery. */
    readonly retryDelays: readonly number[];
    /** Receivers on this machine, over http too: for the local cloud alone. In AWS, loopback is Lambda's own interface. */
    readonly allowLoopback: boolean;
  };
  /** The largest file that may be uploaded. */
  readonly uploadBytesMax: number;
  /** Where the services of integrations are: their own addresses, unless something stands in for them. */
  readonly integrations: {
    readonly googleTokenUrl: string;
    readonly googleSheetsUrl: string;
    readonly notionUrl: string;
  };
  /** How long changes are gathered before they are counted, in seconds: each batch costs the same few writes. */
  readonly countingWindowSeconds: number;
  /** The stream of a table that was restored, which takes the place of the one that the stack makes. */
  readonly tableStreamArn?: string;
  /** Requests per second that the table takes at once; without it DynamoDB starts with 4,000 writes. */
  readonly warmThroughput?: { readonly readUnitsPerSecond: number; readonly writeUnitsPerSecond: number };
};

const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
type LogLevel = (typeof logLevels)[number];

/** The value of a setting, from the environment (`ALARM_EMAIL`) or else from CDK's context (`-c alarmEmail=…`). */
type Lookup = (environmentName: string) => string | undefined;

/** Reads and checks the settings of a deployment. Throws with the name of the setting and what would be right. */
export function readConfig(environment: NodeJS.ProcessEnv, context: (key: string) => unknown): Config {
  const lookup: Lookup = name => environment[name] || textOf(context(contextKey(name)));
  const stage = matching(lookup, 'STAGE', /^[a-z][a-z0-9-]{0,19}$/, 'lower-case letters, digits and hyphens') ?? 'dev';
  return {
    stage,
    keepsData: flag(lookup, 'KEEP_DATA') ?? !/^(dev|test)$|^(pr|preview)-/.test(stage),
    setsGatewayLogRole: flag(lookup, 'API_GATEWAY_ACCOUNT_ROLE') ?? false,
    logLevel: logLevel(lookup),
    alarmEmail: matching(lookup, 'ALARM_EMAIL', /^[^@\s]+@[^@\s]+$/, 'an e-mail address'),
    throttle: {
      requestsPerSecond: wholeNumber(lookup, 'THROTTLE_REQUESTS_PER_SECOND', 1) ?? 1000,
      burst: wholeNumber(lookup, 'THROTTLE_BURST', 1) ?? 2000,
    },
    webhooks: {
      retryDelays: parseRetryDelays(lookup('WEBHOOK_RETRY_DELAYS_SECONDS')),
      allowLoopback: stage === 'local',
    },
    uploadBytesMax: wholeNumber(lookup, 'UPLOAD_BYTES_MAX', 1) ?? 10 * 1024 * 1024,
    integrations: integrationUrls(lookup, stage),
    countingWindowSeconds: wholeNumber(lookup, 'COUNTING_WINDOW_SECONDS', 0) ?? (stage === 'local' ? 0 : 10),
    tableStreamArn: adoptedStream(lookup),
    warmThroughput: warmThroughput(lookup),
  };
}

function logLevel(lookup: Lookup): LogLevel {
  const value = lookup('LOG_LEVEL') ?? 'INFO';
  const level = logLevels.find(name => name === value.toUpperCase());
  if (!level) throw new Error(`LOG_LEVEL is "${value}"; it must be one of ${logLevels.join(', ')}`);
  return level;
}

/** The name says which table, the stream is what its readers are mapped to: one without the other is half a restore. */
function adoptedStream(lookup: Lookup): string | undefined {
  const name = matching(lookup, 'TABLE_NAME', /^[\w.-]{3,255}$/, 'the name of a table');
  const streamArn = lookup('TABLE_STREAM_ARN');
  if (name === undefined && streamArn === undefined) return undefined;
  const [, table] = /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/([^/]+)\/stream\/[^/]+$/.exec(streamArn ?? '') ?? [];
  if (name === undefined || name !== table) {
    throw new Error(
      `TABLE_NAME is "${name ?? ''}", TABLE_STREAM_ARN is "${streamArn ?? ''}"; ` +
        'both must be set, to the TableName and LatestStreamArn of one table (aws dynamodb describe-table)',
    );
  }
  return streamArn;
}

function warmThroughput(lookup: Lookup): Config['warmThroughput'] {
  const readUnitsPerSecond = wholeNumber(lookup, 'WARM_READ_UNITS_PER_SECOND', 12_000);
  const writeUnitsPerSecond = wholeNumber(lookup, 'WARM_WRITE_UNITS_PER_SECOND', 4000);
  if (readUnitsPerSecond === undefined && writeUnitsPerSecond === undefined) return undefined;
  if (lookup('TABLE_NAME')) {
    throw new Error('TABLE_NAME is set: warm that table by aws dynamodb update-table, not by WARM_…_UNITS_PER_SECOND');
  }
  return { readUnitsPerSecond: readUnitsPerSecond ?? 12_000, writeUnitsPerSecond: writeUnitsPerSecond ?? 4000 };
}

function integrationUrls(lookup: Lookup, stage: string): Config['integrations'] {
  return {
    googleTokenUrl: serviceUrl(lookup, 'GOOGLE_TOKEN_URL', stage) ?? 'https://oauth2.googleapis.com/token',
    googleSheetsUrl: serviceUrl(lookup, 'GOOGLE_SHEETS_URL', stage) ?? 'https://sheets.googleapis.com',
    notionUrl: serviceUrl(lookup, 'NOTION_URL', stage) ?? 'https://api.notion.com',
  };
}

/** Credentials go there: over https, or on this machine to the local cloud's. */
function serviceUrl(lookup: Lookup, name: string, stage: string): string | undefined {
  const isLocal = stage === 'local';
  const pattern = isLocal ? /^https?:\/\/[^\s/]+(\/\S*[^\s/])?$/ : /^https:\/\/[^\s/]+(\/\S*[^\s/])?$/;
  return matching(
    lookup,
    name,
    pattern,
    `an address that begins with https://${isLocal ? ' or http://' : ''} and ends without a slash`,
  );
}

function matching(lookup: Lookup, name: string, pattern: RegExp, meaning: string): string | undefined {
  const value = lookup(name);
  if (value !== undefined && !pattern.test(value)) {
    throw new Error(`${name} is "${value}"; it must be ${meaning} (${pattern.source})`);
  }
  return value;
}

function flag(lookup: Lookup, name: string): boolean | undefined {
  const value = matching(lookup, name, /^(true|false)$/, 'true or false');
  return value === undefined ? undefined : value === 'true';
}

function wholeNumber(lookup: Lookup, name: string, least: number): number | undefined {
  const value = lookup(name);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) < least) {
    throw new Error(`${name} is "${value}"; it must be a whole number of at least ${least}`);
  }
  return Number(value);
}

function textOf(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}

/** `ALARM_EMAIL` is `alarmEmail` in the context. */
function contextKey(environmentName: string): string {
  return environmentName.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
