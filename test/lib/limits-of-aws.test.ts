import { describe, expect, it } from '@jest/globals';
import { type Json, type StackTemplate, synthesize } from '../support/cdk/synthesized-app.ts';

const certificate = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/1234abcd`;

/** The settings that add something to a template, with the longest name of a stage. */
const everything = {
  STAGE: 'production-of-europe',
  ALARM_EMAIL: 'ops@example.com',
  KMS_KEY_ARN: 'arn:aws:kms:eu-central-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  MONTHLY_BUDGET_DOLLARS: '100',
  API_GATEWAY_ACCOUNT_ROLE: 'true',
  API_DOMAIN: 'api.example.com',
  API_CERTIFICATE_ARN: certificate('eu-central-1'),
  WEB_DOMAIN: 'forms.example.com',
  DASHBOARD_DOMAIN: 'team.example.com',
  WEB_CERTIFICATE_ARN: certificate('us-east-1'),
  WEB_SECRET: '2',
  LOGIN_CONCURRENCY: '10',
  MALWARE_PROTECTION: 'true',
  MAIL_FROM: 'forms@example.com',
};

// AWS WAF can't be put before an HTTP API.
const deployments: Record<string, Record<string, StackTemplate | undefined>> = {
  'few settings': synthesize({ STAGE: 'dev' }),
  'all settings and AWS WAF': synthesize({ ...everything, WEB_ACL: 'true' }),
  'all settings and an HTTP API': synthesize({ ...everything, SUBMIT_API: 'http' }),
};
const templates = Object.entries(deployments).flatMap(([settings, parts]) =>
  Object.entries(parts).map(([part, template]): [string, string, Json] => [part, settings, template]),
);

describe.each(templates)('the template of %s with %s', (_part, _settings, template) => {
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html
  it('has no more than the 60 dynamic references that CloudFormation resolves', () => {
    expect(JSON.stringify(template).match(/\{\{resolve:/g)?.length ?? 0).toBeLessThanOrEqual(60);
  });
});
