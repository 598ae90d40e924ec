import type { FromSchema } from 'json-schema-to-ts';
import type { getPublicForm } from '../../contracts/forms/forms.ts';
import { captchaOf } from '../captcha.ts';
import { type Form, isOpen } from './form.ts';
import { inLanguage, languagesOf } from './texts.ts';

export type PublicForm = FromSchema<typeof getPublicForm.response>;

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
