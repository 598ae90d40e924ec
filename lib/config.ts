import type { LimitSetting } from '../shared/contracts/contract.ts';
import type { Founders } from '../shared/domain/accounts/founders.ts';
import { type Provider, parseProviders } from '../shared/domain/accounts/providers.ts';
import { parseRetryDelays } from '../shared/domain/receivers/backoff.ts';
import { closestName } from '../shared/domain/text/closest-name.ts';
import { type MailSettings, mailSettings } from './mail-settings.ts';
import { definitions, settingNames } from './setting-list.ts';
import { type CdkContext, contextKey, Settings } from './settings.ts';
import { noStageFile, type StageFile } from './stage-file.ts';
import { type WebSettings, webSettings } from './web-settings.ts';

/** The setting by which `npm run deploy` says that the stage is paused. */
export const pausedSetting = 'PAUSED_SINCE';

/** The settings of one deployment. Several stages can share one account. */
export type Config = {
  /** The stage's name, a part of every name that is not generated. */
  readonly stage: string;
  /** The settings as they were given in the environment, for the stage to remember. */
  readonly given: Readonly<Record<string, string>>;
  /** When the stage was paused, if it is. `npm run deploy` finds out. */
  readonly pausedSince?: string | undefined;
  /**
   * Whether the table, buckets, logs and key stay when the stacks are deleted, and the table has deletion protection.
   */
  readonly keepsData: boolean;
  /** The number of days that point-in-time recovery reaches back. Without it, DynamoDB keeps 35. */
  readonly recoveryDays: number | undefined;
  /** Whether the stage sets the role with which API Gateway writes logs. There is one per account and region. */
  readonly setsGatewayLogRole: boolean;
  readonly logLevel: LogLevel;
  /** The address that gets a mail from every alarm, once its subscription is confirmed. */
  readonly alarmEmail?: string;
  /** The ARN of the customer's own key for the table, the files and the logs, instead of AWS's key. */
  readonly kmsKeyArn?: string;
  /** The monthly cost of the account, in dollars, above which the alarm topic is notified. */
  readonly monthlyBudgetDollars?: number;
  /** The percentage of requests that X-Ray traces. */
  readonly tracedPercent: number;
  /** Whether the stage has a CloudWatch dashboard. */
  readonly dashboard: boolean;
  /** A custom domain for the API, and its certificate in the same region. */
  readonly apiDomain?: { readonly domainName: string; readonly certificateArn: string };
  /** Custom domains, with CloudFront before the gateway. */
  readonly web?: WebSettings;
  /** The kind of API that takes submissions, which is everything below `/v1`. */
  readonly submitApi: SubmitApi;
  /** Whether AWS WAF protects the gateway. */
  readonly webAcl: boolean;
  /** The concurrency reserved for logins. Without it, logins share the account's concurrency with all functions. */
  readonly loginConcurrency?: number;
  /** The base-2 exponent of scrypt's N, which sets how long it takes to hash a password. */
  readonly passwordCost: number;
  /** The total time that one request waits for AWS before it is answered with 503, in milliseconds. Default: 2,500. */
  readonly requestPatienceMs?: number;
  /** The limit over all callers. Requests above it are answered with 429. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** Limits per minute, or in megabytes per day, by setting name. 0 means no limit. */
  readonly limits: Readonly<Record<LimitSetting, number>>;
  /** The mails per day to addresses that nobody has confirmed, and the automatic replies per day. 0 means no limit. */
  readonly mailLimits: { readonly strangers: number; readonly replies: number };
  /** Who may create organizations. */
  readonly founders: Founders;
  readonly webhooks: {
    /** The waits before each retry of a delivery, in seconds. */
    readonly retryDelays: readonly number[];
    /**
     * The concurrent runs of the fast lane, which makes the first attempts of deliveries. Each run makes ten at once.
     */
    readonly fastRuns: number;
    /**
     * Whether to allow receivers on this machine, and http. Only the local cloud sets it: in AWS, loopback is Lambda's
     * own interface.
     */
    readonly allowLoopback: boolean;
  };
  /** The maximum size of an upload, in bytes. */
  readonly uploadBytesMax: number;
  /** Whether GuardDuty scans each file for malware. If so, only files without a finding can be downloaded. */
  readonly malwareProtection: boolean;
  /** The sender of mails. Without it there are no mails, and no SES resource is created. */
  readonly mail?: MailSettings;
  /** The addresses of the services that integrations call. Local runs and tests set others. */
  readonly integrations: {
    readonly googleTokenUrl: string;
    readonly googleSheetsUrl: string;
    readonly notionUrl: string;
    readonly airtableUrl: string;
  };
  /** The addresses at which captcha providers verify tokens. Local runs and tests set others. */
  readonly captchas: Readonly<Record<CaptchaSetting, string>>;
  /** The OpenID Connect providers for sign-in, without their secrets, which are sealed in the table. */
  readonly providers: readonly Provider[];
  /** How long changes are gathered before they are counted, in seconds. Each batch costs the same few writes. */
  readonly countingWindowSeconds: number;
  /** The stream of a restored table, which replaces the one that the stack creates. */
  readonly tableStreamArn?: string;
  /** The requests per second that the table can take from the start. Without it, DynamoDB starts with 4,000 writes. */
  readonly warmThroughput?: { readonly readUnitsPerSecond: number; readonly writeUnitsPerSecond: number };
};

type SubmitApi = 'rest' | 'http';

type LogLevel = (typeof definitions.LOG_LEVEL.of)[number];

/** Thrown for invalid settings. Its message has a sentence for each: which setting it is, and what would be valid. */
export class SettingsError extends Error {}

type Sources = {
  /** Other environment variables that mean something to the caller. */
  readonly others?: readonly string[];
  /** Returns the file of a stage, if any. */
  readonly fileOf?: ((stage: string) => StageFile) | undefined;
};

/**
 * Reads and checks the settings of a deployment. Throws a `SettingsError` that names every invalid setting, including
 * misspelt ones.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  context: CdkContext = {},
  { others = [], fileOf = () => noStageFile }: Sources = {},
): Config {
  const settings = new Settings(environment, context);
  const stage = settings.text('STAGE') ?? 'dev';
  if (settings.faults.length === 0) settings.use(fileOf(stage));
  const config = { ...configOf(settings, stage), pausedSince: environment[pausedSetting] };
  const faults = [
    ...settings.faults,
    ...misspelt(environment, [...settingNames, pausedSetting, ...others]),
    ...misspelt(context, settingNames.map(contextKey)),
  ];
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return config;
}

function configOf(settings: Settings, stage: string): Config {
  return {
    stage,
    given: settings.given(),
    keepsData: settings.flag('KEEP_DATA') ?? !/^(dev|test)$|^(pr|preview)-/.test(stage),
    recoveryDays: recoveryDays(settings),
    setsGatewayLogRole: settings.flag('API_GATEWAY_ACCOUNT_ROLE') ?? false,
    ...watching(settings),
    kmsKeyArn: settings.text('KMS_KEY_ARN'),
    apiDomain: apiDomain(settings),
    web: webSettings(settings, stage),
    submitApi: submitApi(settings, stage),
    webAcl: settings.flag('WEB_ACL') ?? false,
    loginConcurrency: settings.number('LOGIN_CONCURRENCY'),
    passwordCost: passwordCost(settings, stage),
    requestPatienceMs: settings.number('REQUEST_PATIENCE_MS'),
    throttle: throttle(settings),
    limits: limits(settings),
    mailLimits: mailLimits(settings),
    founders: settings.choice('ORGANIZATION_FOUNDERS') ?? 'users',
    webhooks: {
      retryDelays: retryDelays(settings) ?? [],
      fastRuns: settings.number('FAST_DELIVERY_RUNS') ?? 12,
      allowLoopback: stage === 'local',
    },
    uploadBytesMax: settings.number('UPLOAD_BYTES_MAX') ?? 10 * 1024 * 1024,
    malwareProtection: settings.flag('MALWARE_PROTECTION') ?? false,
    mail: mailSettings(settings, stage),
    integrations: integrationUrls(settings, stage),
    captchas: captchaUrls(settings, stage),
    providers: providers(settings, stage),
    countingWindowSeconds: settings.number('COUNTING_WINDOW_SECONDS') ?? (stage === 'local' ? 0 : 10),
    tableStreamArn: adoptedStream(settings),
    warmThroughput: warmThroughput(settings),
  };
}

function apiDomain(settings: Settings): Config['apiDomain'] {
  const domainName = settings.text('API_DOMAIN');
  const certificateArn = settings.text('API_CERTIFICATE_ARN');
  if (domainName && certificateArn) return { domainName, certificateArn };
  if (domainName || certificateArn) return settings.refuse('API_DOMAIN and API_CERTIFICATE_ARN must be set together');
  return undefined;
}

/** Reads `SUBMIT_API`. An HTTP API has its own address, and only a custom domain can join it with the REST API's. */
function submitApi(settings: Settings, stage: string): SubmitApi {
  const kind = settings.choice('SUBMIT_API');
  if (kind !== 'http') return 'rest';
  if (settings.lookup('WEB_ACL') === 'true') {
    settings.refuse(
      'SUBMIT_API is "http" and WEB_ACL is "true", but AWS WAF stands before no HTTP API; unset one of them',
    );
  }
  const hasAddress = settings.lookup('API_DOMAIN') ?? settings.lookup('WEB_DOMAIN');
  if (!hasAddress && stage !== 'local') {
    settings.refuse('SUBMIT_API is "http", so API_DOMAIN or WEB_DOMAIN must be set, where both APIs have one address');
  }
  return 'http';
}

function watching(settings: Settings) {
  return {
    logLevel: logLevel(settings) ?? 'INFO',
    alarmEmail: settings.text('ALARM_EMAIL'),
    monthlyBudgetDollars: settings.number('MONTHLY_BUDGET_DOLLARS'),
    tracedPercent: settings.number('TRACED_PERCENT') ?? 1,
    dashboard: settings.flag('CLOUDWATCH_DASHBOARD') ?? true,
  };
}

/** The minimum length of a name that gets a "did you mean" hint. Shorter names resemble too many that others use. */
const shortestHinted = 8;

function misspelt(given: CdkContext, names: readonly string[]): string[] {
  const hinted = names.filter(({ length }) => length >= shortestHinted);
  return Object.keys(given)
    .filter(name => given[name] && !names.includes(name))
    .flatMap(name => {
      const meant = closestName(name, hinted);
      return meant ? [`There is no setting ${name}: set ${meant}, or unset it.`] : [];
    });
}

/** Reads the password cost. Real passwords need the cost that OWASP recommends; those of tests may cost less. */
function passwordCost(settings: Settings, stage: string): number {
  const least = stage === 'local' || stage === 'test' ? 10 : 15;
  return settings.number('PASSWORD_COST', least) ?? 15;
}

const mailLimits = (settings: Settings): Config['mailLimits'] => ({
  strangers: settings.number('LIMIT_MAILS_TO_STRANGERS') ?? 1000,
  replies: settings.number('LIMIT_REPLIES') ?? 10_000,
});

function throttle(settings: Settings): Config['throttle'] {
  return {
    requestsPerSecond: settings.number('THROTTLE_REQUESTS_PER_SECOND') ?? 1000,
    burst: settings.number('THROTTLE_BURST') ?? 2000,
  };
}

function limits(settings: Settings): Config['limits'] {
  const limit = (name: LimitSetting, otherwise: number) => ({
    [name]: settings.number(name) ?? otherwise,
  });
  return {
    ...limit('LIMIT_SUBMISSIONS', 120),
    ...limit('LIMIT_EVENTS', 600),
    ...limit('LIMIT_UPLOADS', 30),
    ...limit('LIMIT_PAGES', 300),
    ...limit('LIMIT_FORM_SUBMISSIONS', 6000),
    ...limit('LIMIT_REQUESTS', 1200),
    ...limit('LIMIT_UPLOAD_MEGABYTES', 10_240),
  } as Config['limits'];
}

function retryDelays(settings: Settings): readonly number[] | undefined {
  try {
    return parseRetryDelays(settings.lookup('WEBHOOK_RETRY_DELAYS_SECONDS'));
  } catch (error) {
    return settings.refuse((error as Error).message.replace(/\.$/, ''));
  }
}

function providers(settings: Settings, stage: string): readonly Provider[] {
  try {
    return parseProviders(settings.lookup('OIDC_PROVIDERS'), stage === 'local');
  } catch (error) {
    settings.refuse((error as Error).message);
    return [];
  }
}

function logLevel(settings: Settings): LogLevel | undefined {
  const value = settings.lookup('LOG_LEVEL');
  const levels = definitions.LOG_LEVEL.of;
  if (value === undefined) return undefined;
  return (
    levels.find(level => level === value.toUpperCase()) ??
    settings.refuse(`LOG_LEVEL is "${value}"; it must be one of ${levels.join(', ')}`)
  );
}

/**
 * Reads the stream of a restored table. A restore needs both the table's name and its stream, which its readers map to.
 */
function adoptedStream(settings: Settings): string | undefined {
  const name = settings.text('TABLE_NAME');
  const streamArn = settings.lookup('TABLE_STREAM_ARN');
  if (name === undefined && streamArn === undefined) return undefined;
  const [, table] = /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/([^/]+)\/stream\/[^/]+$/.exec(streamArn ?? '') ?? [];
  if (name === undefined || name !== table) {
    return settings.refuse(
      `TABLE_NAME is "${name ?? ''}", TABLE_STREAM_ARN is "${streamArn ?? ''}"; ` +
        'both must be set, to the TableName and LatestStreamArn of one table (aws dynamodb describe-table)',
    );
  }
  return streamArn;
}

function recoveryDays(settings: Settings): number | undefined {
  const days = settings.number('PITR_DAYS');
  if (days === undefined || !settings.lookup('TABLE_NAME')) return days;
  return settings.refuse(
    'TABLE_NAME is set: set the days of that table by aws dynamodb update-continuous-backups, not by PITR_DAYS',
  );
}

function warmThroughput(settings: Settings): Config['warmThroughput'] {
  const readUnitsPerSecond = settings.number('WARM_READ_UNITS_PER_SECOND');
  const writeUnitsPerSecond = settings.number('WARM_WRITE_UNITS_PER_SECOND');
  if (readUnitsPerSecond === undefined && writeUnitsPerSecond === undefined) return undefined;
  if (settings.lookup('TABLE_NAME')) {
    return settings.refuse(
      'TABLE_NAME is set: warm that table by aws dynamodb update-table, not by WARM_…_UNITS_PER_SECOND',
    );
  }
  return { readUnitsPerSecond: readUnitsPerSecond ?? 12_000, writeUnitsPerSecond: writeUnitsPerSecond ?? 4000 };
}

function integrationUrls(settings: Settings, stage: string): Config['integrations'] {
  return {
    googleTokenUrl: serviceUrl(settings, 'GOOGLE_TOKEN_URL', stage) ?? 'https://oauth2.googleapis.com/token',
    googleSheetsUrl: serviceUrl(settings, 'GOOGLE_SHEETS_URL', stage) ?? 'https://sheets.googleapis.com',
    notionUrl: serviceUrl(settings, 'NOTION_URL', stage) ?? 'https://api.notion.com',
    airtableUrl: serviceUrl(settings, 'AIRTABLE_URL', stage) ?? 'https://api.airtable.com',
  };
}

type ServiceName = CaptchaSetting | 'GOOGLE_TOKEN_URL' | 'GOOGLE_SHEETS_URL' | 'NOTION_URL' | 'AIRTABLE_URL';

type CaptchaSetting = 'RECAPTCHA_VERIFY_URL' | 'TURNSTILE_VERIFY_URL' | 'HCAPTCHA_VERIFY_URL';

function captchaUrls(settings: Settings, stage: string): Config['captchas'] {
  const url = (name: CaptchaSetting, otherwise: string) => serviceUrl(settings, name, stage) ?? otherwise;
  return {
    RECAPTCHA_VERIFY_URL: url('RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
    TURNSTILE_VERIFY_URL: url('TURNSTILE_VERIFY_URL', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    HCAPTCHA_VERIFY_URL: url('HCAPTCHA_VERIFY_URL', 'https://api.hcaptcha.com/siteverify'),
  };
}

/**
 * Reads a service's address. It receives credentials, so it must use https, or point to the local cloud on this
 * machine.
 */
function serviceUrl(settings: Settings, name: ServiceName, stage: string): string | undefined {
  const url = settings.text(name);
  if (stage === 'local' || !url?.startsWith('http:')) return url;
  return settings.refuse(
    `${name} is "${url}"; it must be an address that begins with https:// and ends without a slash`,
  );
}
