import type { Form } from '../../../../shared/domain/forms/form.ts';

/** Where files and archives go; which of it a deployment carries out, it says itself. */
type Storage = {
  mode?: 'owner' | 'platform';
  bucket?: string | undefined;
  roleArn?: string | undefined;
  region?: 'us' | 'eu' | 'global' | undefined;
};

/** What of a form this page changes. */
export type SettingsDraft = Pick<
  Form,
  | 'status'
  | 'closesAt'
  | 'maxResponses'
  | 'allowedOrigins'
  | 'extraFields'
  | 'fieldPolicies'
  | 'hostedPage'
  | 'limits'
  | 'retention'
  | 'spamProtection'
> & { storage?: Storage | undefined };

export const draftOf = (form: Form): SettingsDraft => ({
  status: form.status,
  closesAt: form.closesAt,
  maxResponses: form.maxResponses,
  allowedOrigins: form.allowedOrigins,
  extraFields: form.extraFields,
  fieldPolicies: form.fieldPolicies,
  hostedPage: form.hostedPage,
  limits: form.limits,
  retention: form.retention,
  spamProtection: form.spamProtection,
  storage: form.storage,
});

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON merge patch (RFC 7396) that makes `after` of `before`. */
export function patchOf(before: Json, after: Json): Json {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names]
      .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(name => [name, changeOf(before[name], after[name])]),
  );
}

function changeOf(before: unknown, after: unknown): unknown {
  if (after === undefined) return null;
  return isObject(before) && isObject(after) ? patchOf(before, after) : after;
}

/** A time as `<input type="datetime-local">` has it, in the time zone of the browser. */
export function localTime(iso: string | undefined): string {
  if (!iso) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const isoTime = (local: string): string | undefined => (local ? new Date(local).toISOString() : undefined);
