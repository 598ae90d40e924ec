import type { LimitSetting } from '../shared/contracts/contract.ts';
import type { Founders } from '../shared/domain/accounts/founders.ts';
import { type Provider, parseProviders } from '../shared/domain/accounts/providers.ts';
import { closestName } from '../shared/domain/closest-name.ts';
import { parseRetryDelays } from '../shared/domain/receivers/backoff.ts';
import { type MailSettings, mailSettings } from './mail-settings.ts';
import { definitions, settingNames } from './setting-list.ts';
import { type Context, contextKey, Settings } from './settings.ts';
import { noStageFile, type StageFile } from './stage-file.ts';
import { type WebSettings, webSettings } from './web-settings.ts';

/** What distinguishes one deployment from another. Several stages live side by side in one account. */
export type Config = {
  /** The stage's name; part of every name that is not generated. */
  readonly stage: string;
  /** The settings that were given, as the environment has them: what the stage is to remember. */
  readonly given: Readonly<Record<string, string>>;
  /** Whether table, buckets, logs and key stay when the stacks are deleted, and the table is protected from deletion. */
  readonly keepsData: boolean;
  /** Whether the stage sets the role in which API Gateway writes logs, which is one for the account and region. */
  readonly setsGatewayLogRole: boolean;
  readonly logLevel: LogLevel;
  /** Gets a mail from every alarm, once its subscription is confirmed. */
  readonly alarmEmail?: string;
  /** Of the customer's own key for the table, the files and the logs, in place of AWS's. */
  readonly kmsKeyArn?: string;
  /** Tell the topic of the alarms when the account costs more dollars in a month. */
  readonly monthlyBudgetDollars?: number;
  /** Of the requests, so many in a hundred are traced by X-Ray. */
  readonly tracedPercent: number;
  /** Whether CloudWatch has a dashboard of the stage. */
  readonly dashboard: boolean;
  /** An address of one's own for the API, and the certificate for it, of the same region. */
  readonly apiDomain?: { readonly domainName: string; readonly certificateArn: string };
  /** Addresses of one's own, with CloudFront before the gateway. */
  readonly web?: WebSettings;
  /** Which kind of API takes submissions, all that is below `/v1`. */
  readonly submitApi: SubmitApi;
  /** Whether AWS WAF stands before the gateway. */
  readonly webAcl: boolean;
  /** Logins at a time, kept for them in the account's concurrency; without it they take of what all functions share. */
  readonly loginConcurrency?: number;
  /** The exponent of two of scrypt's N, which decides how long the hash of a password takes. */
  readonly passwordCost: number;
  /** How long one request waits for AWS in all, in milliseconds, before it is answered 503; 2,500 without it. */
  readonly requestPatienceMs?: number;
  /** Over all callers; more is answered 429. */
  readonly throttle: { readonly requestsPerSecond: number; readonly burst: number };
  /** How often something may be done in a minute, or how many megabytes may come in a day, by the name of the setting; 0 is without a limit. */
  readonly limits: Readonly<Record<LimitSetting, number>>;
  /** How many mails a day the deployment sends to addresses that nobody has confirmed, and how many automatic replies; 0 is without a limit. */
  readonly mailLimits: { readonly strangers: number; readonly replies: number };
  /** Who may create organizations. */
  readonly founders: Founders;
  readonly webhooks: {
    /** Seconds to wait before each retry of a delivery. */
    readonly retryDelays: readonly number[];
    /** Runs of the fast lane at a time, which makes the first attempts of deliveries: each makes ten at once. */
    readonly fastRuns: number;
    /** Receivers on this machine, over http too: for the local cloud alone. In AWS, loopback is Lambda's own interface. */
    readonly allowLoopback: boolean;
  };
  /** The largest file that may be uploaded. */
  readonly uploadBytesMax: number;
  /** Whether GuardDuty looks for malware in each file, and only those are handed out in which it has found none. */
  readonly malwareProtection: boolean;
  /** Who mails are from; without it there are none, and nothing of SES is created. */
  readonly mail?: MailSettings;
  /** Where the services of integrations are: their own addresses, unless something stands in for them. */
  readonly integrations: {
    readonly googleTokenUrl: string;
    readonly googleSheetsUrl: string;
    readonly notionUrl: string;
  };
  /** Where the providers of captchas verify tokens: their own addresses, unless something stands in for them. */
  readonly captchas: Readonly<Record<CaptchaSetting, string>>;
  /** Those of OpenID Connect that people may sign in by; without their secrets, which are in the table, sealed. */
  readonly providers: readonly Provider[];
  /** How long changes are gathered before they are counted, in seconds: each batch costs the same few writes. */
  readonly countingWindowSeconds: number;
  /** The stream of a table that was restored, which takes the place of the one that the stack makes. */
  readonly tableStreamArn?: string;
  /** Requests per second that the table takes at once; without it DynamoDB starts with 4,000 writes. */
  readonly warmThroughput?: { readonly readUnitsPerSecond: number; readonly writeUnitsPerSecond: number };
};

type SubmitApi = 'rest' | 'http';

type LogLevel = (typeof definitions.LOG_LEVEL.of)[number];

/** Its message has a sentence for each setting that cannot be taken: which it is, and what would be right. */
export class SettingsError extends Error {}

type Sources = {
  /** Names in the environment that mean something to the caller. */
  readonly others?: readonly string[];
  /** The file of a stage; none without it. */
  readonly fileOf?: ((stage: string) => StageFile) | undefined;
};

/** Reads and checks the settings of a deployment. Throws a `SettingsError` that names all that cannot be taken, misspelt ones too. */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  context: Context = {},
  { others = [], fileOf = () => noStageFile }: Sources = {},
): Config {
  const settings = new Settings(environment, context);
  const stage = settings.text('STAGE') ?? 'dev';
  if (settings.faults.length === 0) settings.use(fileOf(stage));
  const config = configOf(settings, stage);
  const faults = [
    ...settings.faults,
    ...misspelt(environment, [...settingNames, ...others]),
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

/** An HTTP API has an address of its own, which only a domain of one's own brings together with that of the REST API. */
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

/** Shorter names have too many neighbours that others use. */
const shortestHinted = 8;

function misspelt(given: Context, names: readonly string[]): string[] {
  const hinted = names.filter(({ length }) => length >= shortestHinted);
  return Object.keys(given)
    .filter(name => given[name] && !names.includes(name))
    .flatMap(name => {
      const meant = closestName(name, hinted);
      return meant ? [`There is no setting ${name}: set ${meant}, or unset it.`] : [];
    });
}

/** Passwords in earnest cost what OWASP asks for; those of a test may cost less. */
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

/** The name says which table, the stream is what its readers are mapped to: one without the other is half a restore. */
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
  };
}

type ServiceName = CaptchaSetting | 'GOOGLE_TOKEN_URL' | 'GOOGLE_SHEETS_URL' | 'NOTION_URL';

type CaptchaSetting = 'RECAPTCHA_VERIFY_URL' | 'TURNSTILE_VERIFY_URL' | 'HCAPTCHA_VERIFY_URL';

function captchaUrls(settings: Settings, stage: string): Config['captchas'] {
  const url = (name: CaptchaSetting, otherwise: string) => serviceUrl(settings, name, stage) ?? otherwise;
  return {
    RECAPTCHA_VERIFY_URL: url('RECAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
    TURNSTILE_VERIFY_URL: url('TURNSTILE_VERIFY_URL', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    HCAPTCHA_VERIFY_URL: url('HCAPTCHA_VERIFY_URL', 'https://api.hcaptcha.com/siteverify'),
  };
}

/** Credentials go there: over https, or on this machine to the local cloud's. */
function serviceUrl(settings: Settings, name: ServiceName, stage: string): string | undefined {
  const url = settings.text(name);
  if (stage === 'local' || !url?.startsWith('http:')) return url;
  return settings.refuse(
    `${name} is "${url}"; it must be an address that begins with https:// and ends without a slash`,
  );
}
