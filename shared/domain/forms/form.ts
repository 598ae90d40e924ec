import type { FromSchema } from 'json-schema-to-ts';
import type { createForm, getForm, getPublicForm, updateForm } from '../../contracts/forms/forms.ts';
import { captchaOf } from '../captcha.ts';
import { type Column, columnId, columnsOf } from '../fields/columns.ts';
import type { FieldType } from '../fields/field.ts';
import { atMost } from '../parts-of-text.ts';
import { isOpen } from './opening.ts';
import { inLanguage, languagesOf } from './texts.ts';

export type Form = FromSchema<typeof getForm.response>;
/** The body of a request for a form: a template may have what it leaves out. */
export type FormRequest = FromSchema<typeof createForm.body>;
export type NewForm = Omit<FormRequest, 'templateId'> & Pick<Form, 'title' | 'fields'>;
export type FormChange = FromSchema<typeof updateForm.body>;
export type PublicForm = FromSchema<typeof getPublicForm.response>;

/** A field, or a row of a matrix, that the form no longer has, though answers to it may be stored: exports still give it a column. */
export type RetiredField = Column & {
  /** That it had last, with its type: its answers are kept as the policy wants them. */
  policy?: FieldPolicy;
  type?: FieldType;
};

export type FieldPolicy = NonNullable<Form['fieldPolicies']>[string];

/** Origins as browsers send them: without the slash that an address ends in. */
export function tidied<F extends { allowedOrigins?: readonly string[] }>(form: F): F {
  if (!form.allowedOrigins) return form;
  return { ...form, allowedOrigins: form.allowedOrigins.map(origin => origin.replace(/\/$/, '')) };
}

/** The form with everything that may be changed of it in place of what it has of that. */
export function changedForm(
  { id, version, environment, createdAt, ...before }: Form,
  change: FormChange,
  now: string,
): Form {
  const fieldsChanged = JSON.stringify(change.fields) !== JSON.stringify(before.fields);
  return { id, version: version + (fieldsChanged ? 1 : 0), ...tidied(change), environment, createdAt, updatedAt: now };
}

/** The fields that answers may name and the form no longer has, after a change from `before` to `after`. */
export function retiredAfter(retired: readonly RetiredField[], before: Form, after: Form): RetiredField[] {
  const current = new Set(after.fields.flatMap(columnsOf).map(columnId));
  const { fieldPolicies = {} } = before;
  const dropped = before.fields.flatMap(field => {
    const policy = Object.hasOwn(fieldPolicies, field.id) ? fieldPolicies[field.id] : undefined;
    const label = field.label && atMost(field.label, 100);
    return columnsOf({ ...field, label }).map(
      (column): RetiredField => ({ ...column, ...(policy && { policy, type: field.type }) }),
    );
  });
  const all = new Map([...retired, ...dropped].map(column => [columnId(column), column]));
  return [...all.values()].filter(column => !current.has(columnId(column)));
}

/** What anybody may see of a live form, in a language: enough to show it, and nothing of how it is run. */
export function publicForm(
  ofOwner: Form,
  lang?: string,
  { now = Date.now(), isFull = false, ticket }: { now?: number; isFull?: boolean; ticket?: string } = {},
): PublicForm {
  const form = inLanguage(ofOwner, lang);
  return {
    id: form.id,
    title: form.title,
    version: form.version,
    fields: form.fields.map(({ pii: _, ...shown }) => shown),
    ...(form.ui && { ui: form.ui }),
    ...settingsShown(form, languagesOf(ofOwner), isOpen(form, now) && !isFull),
    ...protectionShown(form, ticket),
  };
}

/** What a page has to know of the protection against spam. */
function protectionShown(form: Form, ticket: string | undefined): Pick<PublicForm, 'spamProtection'> {
  const { honeypot, proofOfWork } = form.spamProtection ?? {};
  const fieldName = honeypot?.enabled ? honeypot.fieldName : undefined;
  const { provider, siteKey } = captchaOf(form) ?? {};
  const spamProtection = {
    ...(fieldName && { honeypot: { fieldName } }),
    ...(ticket && { ticket }),
    ...(proofOfWork?.enabled && { proofOfWork: { challengePath: `/forms/${form.id}/challenge` } }),
    ...(provider === 'recaptcha' && siteKey && { recaptcha: { siteKey } }),
    ...(provider && { captcha: { provider, ...(siteKey && { siteKey }), action: 'submit' as const } }),
  };
  return Object.keys(spamProtection).length > 0 ? { spamProtection } : {};
}

/** What follows a submission and until when there can be one. */
function settingsShown(form: Form, languages: string[], isTaking: boolean): Partial<PublicForm> {
  const { language, thankYou, closesAt, closedMessage: message } = form;
  return {
    ...(language !== undefined && { language, languages }),
    ...(thankYou && { thankYou }),
    ...(closesAt !== undefined && { closesAt }),
    ...(!isTaking && { closed: message === undefined ? {} : { message } }),
  };
}
