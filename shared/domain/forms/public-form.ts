import type { FromSchema } from 'json-schema-to-ts';
import type { getPublicForm } from '../../contracts/forms/forms.ts';
import { captchaOf } from '../spam/captcha.ts';
import { honeypotOf } from '../spam/honeypots.ts';
import { consentIdOf } from './consent-texts.ts';
import { type Form, isOpen } from './form.ts';
import { personalOrSealed } from './logic/effective-policies.ts';
import { privacyStatement } from './privacy-notice.ts';
import { inLanguage, languagesOf } from './texts.ts';

export type PublicForm = FromSchema<typeof getPublicForm.response>;

/** The circumstances that a public form depends on, besides its stored properties. */
type Circumstances = {
  readonly now?: number;
  readonly isFull?: boolean;
  /** The number of places left, by field and by the value of the option. */
  readonly left?: ReadonlyMap<string, Readonly<Record<string, number>>>;
  readonly ticket?: string;
  readonly captchaEnforced?: boolean;
};

/** Returns what anyone may see of a live form, in a language: enough to show it, and nothing about how it is run. */
export function publicForm(
  ofOwner: Form,
  lang?: string,
  { now = Date.now(), isFull = false, left, ticket, captchaEnforced = true }: Circumstances = {},
): PublicForm {
  const form = inLanguage(ofOwner, lang);
  const unsaved = personalOrSealed(ofOwner);
  return {
    id: form.id,
    title: form.title,
    version: form.version,
    fields: [
      ...form.fields.map(field => ({
        ...shownField(field, form.language),
        ...(unsaved.has(field.id) && { unsaved: true }),
        ...(left?.has(field.id) && { left: left.get(field.id) }),
      })),
      ...privacyStatement(form.privacy, form.language ?? lang),
    ],
    ...(form.ui && { ui: form.ui }),
    ...(form.theme && { theme: form.theme }),
    ...settingsShown(form, languagesOf(ofOwner), isOpen(form, now) && !isFull),
    ...protectionShown(form, { ticket, captchaEnforced }),
  };
}

/** Returns a field without the properties that are only for its owner, and a consent with the ID of its text. */
const shownField = (
  { pii: _, identifies: _identifies, ...shown }: Form['fields'][number],
  language: string | undefined,
) => ({
  ...shown,
  ...(shown.type === 'consent' && { consentId: consentIdOf(shown.id, language, shown.text ?? '') }),
});

/** Returns what a page needs to know about the spam protection. */
function protectionShown(
  form: Form,
  { ticket, captchaEnforced }: Pick<Circumstances, 'ticket' | 'captchaEnforced'>,
): Pick<PublicForm, 'spamProtection'> {
  const { proofOfWork } = form.spamProtection ?? {};
  const fieldName = honeypotOf(form);
  const { provider, siteKey } = captchaOf(form) ?? {};
  const spamProtection = {
    ...(fieldName && { honeypot: { fieldName } }),
    ...(ticket && { ticket }),
    ...(proofOfWork?.enabled && { proofOfWork: { challengePath: `/forms/${form.id}/challenge` } }),
    ...(provider === 'recaptcha' && siteKey && { recaptcha: { siteKey } }),
    ...(provider && {
      captcha: {
        provider,
        ...(siteKey && { siteKey }),
        action: 'submit' as const,
        ...(!captchaEnforced && { enforced: false as const }),
      },
    }),
  };
  return Object.keys(spamProtection).length > 0 ? { spamProtection } : {};
}

/** Returns what follows a submission, and until when one is possible. */
function settingsShown(form: Form, languages: string[], isTaking: boolean): Partial<PublicForm> {
  const { language, welcome, thankYou, endings, closesAt, closedMessage: message } = form;
  return {
    ...(language !== undefined && { language, languages }),
    ...(welcome && { welcome }),
    ...(thankYou && { thankYou }),
    ...(endings?.length && { endings }),
    ...(closesAt !== undefined && { closesAt }),
    ...(!isTaking && { closed: message === undefined ? {} : { message } }),
  };
}
