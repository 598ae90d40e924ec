import type { LimitSetting } from './contracts/contract.ts';

/**
 * The names of the settings of functions. `lib/` sets them, `shared/` and `functions/` read them. A name in only one
 * place does not compile.
 */
export type Setting =
  | LimitSetting
  | 'TABLE_NAME'
  | 'DATA_KEYS_TABLE'
  | 'QUEUE_URL'
  | 'JOBS_QUEUE_URL'
  | 'SHORT_JOBS_QUEUE_URL'
  | 'FAST_DELIVERIES_QUEUE_URL'
  | 'SLOW_DELIVERIES_QUEUE_URL'
  | 'DEAD_DELIVERIES_QUEUE_URL'
  | 'DELIVERY_LANE'
  | 'DELIVERY_DEADLINE_SECONDS'
  | 'WEBHOOK_RETRY_DELAYS_SECONDS'
  | 'WEBHOOK_ALLOW_LOOPBACK'
  | 'KMS_KEY_ID'
  | 'UPLOADS_BUCKET'
  | 'DEPLOYMENT_ACCOUNT'
  | 'STORAGE_ROLE'
  | 'SERVES_ANY_REGION'
  | 'MALWARE_PROTECTION'
  | 'STREAM_FAILURES_BUCKET'
  | 'UPLOAD_BYTES_MAX'
  | 'MAIL_FROM'
  | 'MAIL_CONFIGURATION_SET'
  | 'LIMIT_MAILS_TO_STRANGERS'
  | 'LIMIT_REPLIES'
  | 'ORGANIZATION_FOUNDERS'
  | 'RECAPTCHA_VERIFY_URL'
  | 'TURNSTILE_VERIFY_URL'
  | 'HCAPTCHA_VERIFY_URL'
  | 'GOOGLE_TOKEN_URL'
  | 'GOOGLE_SHEETS_URL'
  | 'NOTION_URL'
  | 'AIRTABLE_URL'
  | 'OIDC_PROVIDERS'
  | 'PASSWORD_COST'
  | 'REQUEST_PATIENCE_MS'
  | 'SERVICE_VERSION';

/** Returns the value of a setting. Throws if it is missing, because a function must not start without it. */
export function env(name: Setting): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set`);
  return value;
}

/** Whether the deployment sends mails. */
export const sendsMail = (): boolean => Boolean(process.env.MAIL_FROM);

/** Whether the deployment is in no AWS region, and may therefore act as any. */
export const servesAnyRegion = (): boolean => process.env.SERVES_ANY_REGION === 'true';

/** Returns the maximum size of an uploaded file, in bytes. */
export const uploadBytesMax = (): number => Number(env('UPLOAD_BYTES_MAX'));
