import type { LimitSetting } from '../shared/contracts/contract.ts';
import { type Provider, parseProviders } from '../shared/domain/accounts/providers.ts';
import { closestName } from '../shared/domain/closest-name.ts';
import { parseRetryDelays } from '../shared/domain/receivers/backoff.ts';
import { type MailSettings, mailSettings } from './mail-settings.ts';
import { type Context, contextKey, flag, matching, Settings, wholeNumber } from './settings.ts';
import { type WebSettings, webSettings } from './web-settings.ts';

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

const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
type LogLevel = (typeof logLevels)[number];

/** Its message has a sentence for each setting that cannot be taken: which it is, and what would be right. */
export class SettingsError extends Error {}

/**
 * Reads and checks the settings of a deployment. Throws a `SettingsError` that names them all, those too that are misspelt;
 * `others` are names that mean something to the caller.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  context: Context = {},
  others: readonly string[] = [],
): Config {
  const settings = new Settings(environment, context);
  const config = configOf(settings);
  const names = [...settings.names, ...others];
  const faults = [
    ...settings.faults,
    ...misspelt(environment, names),
    ...misspelt(context, [...settings.names].map(contextKey)),
  ];
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return config;
}

/** What the environment calls the settings. */
export function settingNames(): string[] {
  const settings = new Settings({}, {});
  configOf(settings);
  return [...settings.names];
}

function configOf(settings: Settings): Config {
  const stage =
    matching(settings, 'STAGE', /^[a-z][a-z0-9-]{0,19}$/, 'lower-case letters, digits and hyphens') ?? 'dev';
  return {
    stage,
    keepsData: flag(settings, 'KEEP_DATA') ?? !/^(dev|test)$|^(pr|preview)-/.test(stage),
    setsGatewayLogRole: flag(settings, 'API_GATEWAY_ACCOUNT_ROLE') ?? false,
    ...watching(settings),
    kmsKeyArn: matching(
      settings,
      'KMS_KEY_ARN',
      /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
      'the ARN of a key, not of an alias',
    ),
    apiDomain: apiDomain(settings),
    web: webSettings(settings, stage),
    submitApi: submitApi(settings, stage),
    webAcl: flag(settings, 'WEB_ACL') ?? false,
    loginConcurrency: wholeNumber(settings, 'LOGIN_CONCURRENCY', 1, 1000),
    passwordCost: passwordCost(settings, stage),
    requestPatienceMs: wholeNumber(settings, 'REQUEST_PATIENCE_MS', 500, 15_000),
    throttle: throttle(settings),
    limits: limits(settings),
    webhooks: {
      retryDelays: retryDelays(settings) ?? [],
      // From two to a thousand is what an event source mapping takes.
      fastRuns: wholeNumber(settings, 'FAST_DELIVERY_RUNS', 2, 1000) ?? 12,
      allowLoopback: stage === 'local',
    },
    uploadBytesMax: wholeNumber(settings, 'UPLOAD_BYTES_MAX', 1) ?? 10 * 1024 * 1024,
    malwareProtection: flag(settings, 'MALWARE_PROTECTION') ?? false,
    mail: mailSettings(settings, stage),
    integrations: integrationUrls(settings, stage),
    captchas: captchaUrls(settings, stage),
    providers: providers(settings, stage),
    // The longest that Lambda gathers.
    countingWindowSeconds: wholeNumber(settings, 'COUNTING_WINDOW_SECONDS', 0, 300) ?? (stage === 'local' ? 0 : 10),
    tableStreamArn: adoptedStream(settings),
    warmThroughput: warmThroughput(settings),
  };
}

function apiDomain(settings: Settings): Config['apiDomain'] {
  const domainName = matching(
    settings,
    'API_DOMAIN',
    /^([a-z0-9-]+\.)+[a-z0-9-]+$/,
    'a host name, such as forms.example.com',
  );
  const certificateArn = matching(
    settings,
    'API_CERTIFICATE_ARN',
    /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
    'the ARN of a certificate',
  );
  if (domainName && certificateArn) return { domainName, certificateArn };
  if (domainName || certificateArn) return settings.refuse('API_DOMAIN and API_CERTIFICATE_ARN must be set together');
  return undefined;
}

/** An HTTP API has an address of its own, which only a domain of one's own brings together with that of the REST API. */
function submitApi(settings: Settings, stage: string): SubmitApi {
  const kind = matching(settings, 'SUBMIT_API', /^(rest|http)$/, 'rest or http');
  if (kind !== 'http') return 'rest';
  if (settings.lookup('WEB_ACL') === 'true') {
    settings.refuse(
      'SUBMIT_API is "http" and WEB_ACL is "true", but AWS WAF stands before no HTTP API; unset one of them',
    );
  }
  const hasAddress = ['API_DOMAIN', 'WEB_DOMAIN'].some(name => settings.lookup(name));
  if (!hasAddress && stage !== 'local') {
    settings.refuse('SUBMIT_API is "http", so API_DOMAIN or WEB_DOMAIN must be set, where both APIs have one address');
  }
  return 'http';
}

function watching(settings: Settings) {
  return {
    logLevel: logLevel(settings) ?? 'INFO',
    alarmEmail: matching(settings, 'ALARM_EMAIL', /^[^@\s]+@[^@\s]+$/, 'an e-mail address'),
    monthlyBudgetDollars: wholeNumber(settings, 'MONTHLY_BUDGET_DOLLARS', 1),
    tracedPercent: wholeNumber(settings, 'TRACED_PERCENT', 0, 100) ?? 1,
    dashboard: flag(settings, 'CLOUDWATCH_DASHBOARD') ?? true,
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
  return wholeNumber(settings, 'PASSWORD_COST', least, 17) ?? 15;
}

function throttle(settings: Settings): Config['throttle'] {
  return {
    requestsPerSecond: wholeNumber(settings, 'THROTTLE_REQUESTS_PER_SECOND', 1) ?? 1000,
    burst: wholeNumber(settings, 'THROTTLE_BURST', 1) ?? 2000,
  };
}

function limits(settings: Settings): Config['limits'] {
  const limit = (name: LimitSetting, otherwise: number) => ({
    [name]: wholeNumber(settings, name, 0) ?? otherwise,
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
  const value = settings.lookup('LOG_LEVEL') ?? 'INFO';
  const level = logLevels.find(name => name === value.toUpperCase());
  if (!level) return settings.refuse(`LOG_LEVEL is "${value}"; it must be one of ${logLevels.join(', ')}`);
  return level;
}

/** The name says which table, the stream is what its readers are mapped to: one without the other is half a restore. */
function adoptedStream(settings: Settings): string | undefined {
  const name = matching(settings, 'TABLE_NAME', /^[\w.-]{3,255}$/, 'the name of a table');
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
  const readUnitsPerSecond = wholeNumber(settings, 'WARM_READ_UNITS_PER_SECOND', 12_000);
  const writeUnitsPerSecond = wholeNumber(settings, 'WARM_WRITE_UNITS_PER_SECOND', 4000);
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
function serviceUrl(settings: Settings, name: string, stage: string): string | undefined {
  const isLocal = stage === 'local';
  const pattern = isLocal ? /^https?:\/\/[^\s/]+(\/\S*[^\s/])?$/ : /^https:\/\/[^\s/]+(\/\S*[^\s/])?$/;
  return matching(
    settings,
    name,
    pattern,
    `an address that begins with https://${isLocal ? ' or http://' : ''} and ends without a slash`,
  );
}
