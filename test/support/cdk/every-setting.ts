/** The ARN of a certificate in a region. */
export const certificate = (region: string): string => `arn:aws:acm:${region}:123456789012:certificate/1234abcd`;

/**
 * The settings that add something to a template, with the longest name of a stage. All but `WEB_ACL` and `SUBMIT_API`,
 * which exclude each other.
 */
export const everySetting = {
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

/** The settings of a stage that keeps data, has somebody to alarm, and sends mails. */
export const productionSettings = {
  STAGE: 'production',
  ALARM_EMAIL: 'ops@example.com',
  LOG_LEVEL: 'WARN',
  MAIL_FROM: 'forms@acme.example',
};
