import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { isSame } from '../../../../../shared/domain/forms/form-changes.ts';
import { ofEditor } from '../of-editor.ts';

/** Where answers, files and archives go. The service says which options the deployment supports. */
type Storage = {
  mode?: 'owner' | 'platform';
  bucket?: string | undefined;
  roleArn?: string | undefined;
  answers?: 'bucket' | 'table' | undefined;
  region?: 'us' | 'eu' | 'global' | undefined;
};

/** The properties of a form that this page changes. */
export type SettingsDraft = Pick<
  Form,
  | 'status'
  | 'closesAt'
  | 'maxResponses'
  | 'allowedOrigins'
  | 'autoresponder'
  | 'extraFields'
  | 'fieldPolicies'
  | 'hostedPage'
  | 'limits'
  | 'privacy'
  | 'retention'
  | 'spamProtection'
  | 'webhooks'
> & { storage?: Storage | undefined };

export const draftOf = (form: Form): SettingsDraft => ({
  status: form.status,
  closesAt: form.closesAt,
  maxResponses: form.maxResponses,
  allowedOrigins: form.allowedOrigins,
  autoresponder: form.autoresponder,
  extraFields: form.extraFields,
  fieldPolicies: form.fieldPolicies,
  hostedPage: form.hostedPage,
  limits: form.limits,
  privacy: form.privacy,
  retention: form.retention,
  spamProtection: form.spamProtection,
  webhooks: form.webhooks,
  storage: form.storage,
});

/** Returns the properties that others have changed. "fields" means anything that the editor changes. */
export function changesElsewhere(before: Form, theirs: Form): (keyof SettingsDraft | 'fields')[] {
  const [was, is] = [draftOf(before), draftOf(theirs)];
  const names = (Object.keys(was) as (keyof SettingsDraft)[]).filter(name => !isSame(was[name], is[name]));
  return [...ofEditor, 'fields' as const].every(name => isSame(before[name], theirs[name]))
    ? names
    : [...names, 'fields'];
}

/** A time as `<input type="datetime-local">` has it, in the time zone of the browser. */
export function localTime(iso: string | undefined): string {
  if (!iso) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const isoTime = (local: string): string | undefined => (local ? new Date(local).toISOString() : undefined);
