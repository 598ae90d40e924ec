import { founders } from '../shared/domain/accounts/founders.ts';

/** How a setting is written and what it does. Everything that reads, checks or documents settings uses this list. */
export type SettingDefinition = {
  /** One sentence for the editor of a stage's file. */
  readonly means: string;
} & (
  | { readonly kind: 'text'; readonly pattern: RegExp; readonly shape: string }
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'number'; readonly least: number; readonly most?: number }
  /** Seconds, separated by commas in the environment. */
  | { readonly kind: 'seconds' }
  /** JSON in the environment. */
  | { readonly kind: 'providers' }
);

const text = (pattern: RegExp, shape: string, means: string) => ({ kind: 'text', pattern, shape, means }) as const;
const flag = (means: string) => ({ kind: 'flag', means }) as const;
const choice = <const C extends readonly string[]>(of: C, means: string) => ({ kind: 'choice', of, means }) as const;
const number = (least: number, means: string, most?: number) =>
  ({ kind: 'number', least, means, ...(most !== undefined && { most }) }) as const;
const host = (means: string) => text(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'a host name, such as forms.example.com', means);
const certificate = (region: string, shape: string, means: string) =>
  text(new RegExp(`^arn:[\\w-]+:acm:${region}:\\d{12}:certificate\\/[\\w-]+$`), shape, means);
/** Defines an address. Only stage `local` may use http, which `serviceUrl` in config.ts checks. */
const service = (of: string) =>
  text(
    /^https?:\/\/[^\s/]+(\/\S*[^\s/])?$/,
    'an address that begins with https:// and ends without a slash',
    `Where ${of} is, for a replacement, such as a local one.`,
  );
const limit = (means: string) => number(0, `${means} 0 turns the limit off.`);

export const definitions = {
  STAGE: text(
    /^[a-z][a-z0-9-]{0,19}$/,
    'lower-case letters, digits and hyphens',
    'Name of the deployment. A stage file has it as its own name.',
  ),
  KEEP_DATA: flag('Whether table, buckets, KMS key and logs outlive the stacks.'),
  PITR_DAYS: number(1, 'How many days back the table can be restored, with all that was deleted since.', 35),
  API_GATEWAY_ACCOUNT_ROLE: flag(
    'Whether this stage sets the role in which API Gateway writes the logs of the account.',
  ),
  TABLE_NAME: text(
    /^[\w.-]{3,255}$/,
    'the name of a table',
    'The restored table that replaces the table of the stage.',
  ),
  TABLE_STREAM_ARN: text(/^\S+$/, 'the ARN of a stream', 'LatestStreamArn of the table that TABLE_NAME names.'),
  LOG_LEVEL: choice(['DEBUG', 'INFO', 'WARN', 'ERROR'], 'What the functions log.'),
  ALARM_EMAIL: text(/^[^@\s]+@[^@\s]+$/, 'an e-mail address', 'Gets an email from each alarm.'),
  KMS_KEY_ARN: text(
    /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
    'the ARN of a key, not of an alias',
    'Your own key for the table, the buckets and the logs.',
  ),
  MONTHLY_BUDGET_DOLLARS: number(1, 'Alarms when the account costs more in a month.'),
  API_DOMAIN: host('Your own address for the API.'),
  API_CERTIFICATE_ARN: certificate(
    '[\\w-]+',
    'the ARN of a certificate',
    'Certificate of API_DOMAIN, in the same region.',
  ),
  SUBMIT_API: choice(['rest', 'http'], 'Which kind of API takes submissions.'),
  WEB_DOMAIN: host('Your own address, with CloudFront in front of the API.'),
  WEB_CERTIFICATE_ARN: certificate(
    'us-east-1',
    'the ARN of a certificate in us-east-1, where CloudFront takes them from',
    'Certificate of WEB_DOMAIN, in us-east-1.',
  ),
  DASHBOARD_DOMAIN: host('A host of its own for the dashboard.'),
  WEB_SECRET: number(1, 'One more than before replaces the secret that CloudFront sends to the functions.', 999),
  TRACED_PERCENT: number(0, 'How many of a hundred requests X-Ray traces.', 100),
  CLOUDWATCH_DASHBOARD: flag('Whether CloudWatch has a dashboard of the stage.'),
  WEB_ACL: flag('Whether AWS WAF protects the gateway.'),
  LOGIN_CONCURRENCY: number(1, 'Lambda concurrency that is reserved for logins.', 1000),
  THROTTLE_REQUESTS_PER_SECOND: number(1, 'Requests a second, over all callers.'),
  THROTTLE_BURST: number(1, 'Requests at once, over all callers.'),
  LIMIT_SUBMISSIONS: limit('Submissions a minute from one address to one form.'),
  LIMIT_EVENTS: limit('Events a minute from one address to one form.'),
  LIMIT_UPLOADS: limit('Uploads a minute from one address to one form.'),
  LIMIT_PAGES: limit('Hosted pages a minute to one address.'),
  LIMIT_FORM_SUBMISSIONS: limit('Submissions a minute to one form.'),
  LIMIT_UPLOAD_MEGABYTES: limit('Megabytes of files a day for one form.'),
  LIMIT_REQUESTS: limit('Requests a minute of one secret key, or of one user.'),
  LIMIT_MAILS_TO_STRANGERS: limit('Mails a day to addresses that nobody has confirmed.'),
  LIMIT_REPLIES: limit('Automatic replies a day.'),
  ORGANIZATION_FOUNDERS: choice(founders, 'Who may create organizations.'),
  // Lambda's maximum batching window.
  COUNTING_WINDOW_SECONDS: number(0, 'How long changes are gathered before they are counted.', 300),
  WEBHOOK_RETRY_DELAYS_SECONDS: { kind: 'seconds', means: 'Seconds to wait before each retry of a webhook.' },
  // The minimum that an event source mapping accepts.
  FAST_DELIVERY_RUNS: number(2, 'Functions that make first attempts of deliveries at a time.', 1000),
  MALWARE_PROTECTION: flag('Whether GuardDuty scans each file.'),
  // Only stages `local` and `test` go below 15.
  PASSWORD_COST: number(10, 'What hashing a password costs: the exponent of scrypt.', 17),
  REQUEST_PATIENCE_MS: number(500, 'Milliseconds that a request waits for AWS before it is answered 503.', 15_000),
  MAIL_FROM: text(/./, 'an address', 'Sender of all email: "Acme Forms <forms@acme.example>".'),
  MAIL_IDENTITY: choice(['domain', 'address', 'existing'], 'What SES verifies.'),
  UPLOAD_BYTES_MAX: number(1, 'The largest file that may be uploaded.'),
  RECAPTCHA_VERIFY_URL: service('reCAPTCHA'),
  TURNSTILE_VERIFY_URL: service('Turnstile'),
  HCAPTCHA_VERIFY_URL: service('hCaptcha'),
  GOOGLE_TOKEN_URL: service('the token endpoint of Google'),
  GOOGLE_SHEETS_URL: service('Google Sheets'),
  NOTION_URL: service('Notion'),
  AIRTABLE_URL: service('Airtable'),
  OIDC_PROVIDERS: {
    kind: 'providers',
    means: 'Providers of single sign-on. Their secrets are set by npm run oidc-secret.',
  },
  WARM_WRITE_UNITS_PER_SECOND: number(4000, 'What the table and its indexes take at once. AWS bills the increase.'),
  WARM_READ_UNITS_PER_SECOND: number(12_000, 'What the table and its indexes take at once. AWS bills the increase.'),
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingName = keyof typeof definitions;
type OfKind<K extends SettingDefinition['kind']> = {
  [N in SettingName]: (typeof definitions)[N]['kind'] extends K ? N : never;
}[SettingName];
export type FlagName = OfKind<'flag'>;
export type NumberName = OfKind<'number'>;
export type TextName = OfKind<'text'>;
export type ChoiceName = OfKind<'choice'>;

/** The names of the settings in the environment. */
export const settingNames = Object.keys(definitions) as readonly SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(definitions, name);

/** Returns the output by which a stage remembers a setting: `SettingAlarmEmail`. */
export const settingOutput = (name: SettingName): string =>
  `Setting${name.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}`;
