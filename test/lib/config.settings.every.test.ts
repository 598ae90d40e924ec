import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { settingNames } from '../../lib/setting-list.ts';
import type { Contracts } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';

/** A value of each setting that is not its default: each alone, but for those that only stand together. */
const examples: readonly Readonly<Record<string, string>>[] = [
  { STAGE: 'production' },
  { KEEP_DATA: 'false' },
  { PITR_DAYS: '7' },
  { API_GATEWAY_ACCOUNT_ROLE: 'true' },
  { LOG_LEVEL: 'WARN' },
  { ALARM_EMAIL: 'ops@example.com' },
  { KMS_KEY_ARN: 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab' },
  { MONTHLY_BUDGET_DOLLARS: '200' },
  { TRACED_PERCENT: '0' },
  { CLOUDWATCH_DASHBOARD: 'false' },
  {
    API_DOMAIN: 'forms.example.com',
    API_CERTIFICATE_ARN: 'arn:aws:acm:eu-central-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab',
    SUBMIT_API: 'http',
  },
  {
    WEB_DOMAIN: 'f.example.com',
    DASHBOARD_DOMAIN: 'team.example.com',
    WEB_CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab',
    WEB_SECRET: '2',
  },
  { WEB_ACL: 'true' },
  { LOGIN_CONCURRENCY: '5' },
  { PASSWORD_COST: '16' },
  { REQUEST_PATIENCE_MS: '4000' },
  { THROTTLE_REQUESTS_PER_SECOND: '10' },
  { THROTTLE_BURST: '20' },
  { LIMIT_SUBMISSIONS: '60' },
  { LIMIT_EVENTS: '0' },
  { LIMIT_UPLOADS: '10' },
  { LIMIT_PAGES: '100' },
  { LIMIT_FORM_SUBMISSIONS: '60000' },
  { LIMIT_REQUESTS: '0' },
  { LIMIT_UPLOAD_MEGABYTES: '500' },
  { ORGANIZATION_FOUNDERS: 'owners' },
  { COUNTING_WINDOW_SECONDS: '60' },
  { FAST_DELIVERY_RUNS: '50' },
  { WEBHOOK_RETRY_DELAYS_SECONDS: '5,30,120' },
  { UPLOAD_BYTES_MAX: '5000' },
  { MALWARE_PROTECTION: 'true' },
  { MAIL_FROM: 'Acme Forms <forms@acme.example>', MAIL_IDENTITY: 'existing' },
  { MAIL_FROM: 'Acme Forms <forms@acme.example>', LIMIT_MAILS_TO_STRANGERS: '50' },
  { MAIL_FROM: 'Acme Forms <forms@acme.example>', LIMIT_REPLIES: '500' },
  { GOOGLE_TOKEN_URL: 'https://google.example/token' },
  { GOOGLE_SHEETS_URL: 'https://sheets.example' },
  { NOTION_URL: 'https://notion.example' },
  { AIRTABLE_URL: 'https://airtable.example' },
  {
    OIDC_PROVIDERS: JSON.stringify([
      {
        ...{ id: 'okta', name: 'Okta', issuer: 'https://acme.okta.com', clientId: '0oa1' },
        ...{ domains: ['acme.example'], organizations: 'any' },
      },
    ]),
  },
  { RECAPTCHA_VERIFY_URL: 'https://recaptcha.example/verify' },
  { TURNSTILE_VERIFY_URL: 'https://turnstile.example/verify' },
  { HCAPTCHA_VERIFY_URL: 'https://hcaptcha.example/verify' },
  { WARM_WRITE_UNITS_PER_SECOND: '8000' },
  { WARM_READ_UNITS_PER_SECOND: '24000' },
  {
    TABLE_NAME: 'restored',
    TABLE_STREAM_ARN: 'arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026-01-01T00:00:00.000',
  },
];
const settings: Readonly<Record<string, string>> = Object.assign({}, ...examples);

const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');

/** The names in the first column of the table of settings. */
function documentedSettings(): string[] {
  const [, table = ''] = /\n\| setting \| default \| meaning \|\n([\s\S]*)/.exec(page) ?? [];
  return table
    .split('\n')
    .flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name ?? ''));
}

/** By the digits of their numbers: those that have a 1 at a place, and those that have a 0. */
function rounds(): (typeof examples)[] {
  const places = Math.ceil(Math.log2(examples.length));
  return Array.from({ length: 2 * places }, (_, round) =>
    examples.filter((_, number) => ((number >> (round >> 1)) & 1) === round % 2),
  );
}

/** A table that is adopted is warmed, and its backups are set, by itself, and AWS WAF stands before no HTTP API: one of the two is set. */
const without = (left: RegExp, some: typeof examples): Record<string, string> =>
  Object.fromEntries(Object.entries(Object.assign({}, ...some) as object).filter(([name]) => !left.test(name)));

/** With cdk-nag, whose findings fail a synthesis, as `npm run deploy` does. */
const deployed = (environment: NodeJS.ProcessEnv, contracts: Contracts = api) =>
  synthesize(environment, { checked: true, contracts });

describe('the settings of a deployment', () => {
  it('are those of docs/settings.md, each with an example here', () => {
    expect(documentedSettings().sort()).toEqual(Object.keys(settings).sort());
    expect([...settingNames].sort()).toEqual(Object.keys(settings).sort());
  });

  // Each setting is there without each other in some round: none needs another one.
  it.each(rounds().map((some, round) => [round, some] as const))(
    'can be synthesized by halves, round %i',
    (_, some) => {
      const settings = without(some.some(({ WEB_ACL }) => WEB_ACL) ? /^(WARM_|PITR_|SUBMIT_)/ : /^(WARM|PITR)_/, some);
      const { Api } = deployed(settings, someContracts);
      expect(Object.keys(resourcesOf(Api, 'AWS::ApiGateway::RestApi'))).toHaveLength(1);
    },
  );

  it.each([/^(WARM|PITR|SUBMIT)_/, /^(TABLE_|WEB_ACL)/])('can be synthesized all together but for %s', left => {
    const { Monitoring } = deployed(without(left, examples));
    const [subscription] = Object.values(resourcesOf(Monitoring, 'AWS::SNS::Subscription'));
    expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'ops@example.com' });
  });
});
