import { openSecret, sealSecret } from '../../aws/secrets.ts';
import { captchaProviders } from '../../contracts/forms/captcha-providers.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { CaptchaProvider } from '../../domain/spam/captcha.ts';
import { lastFour } from '../../domain/text/parts-of-text.ts';
import type { StoredForm } from './forms.ts';

/** The sealed secrets of a form's captchas. */
export type CaptchaSecrets = Partial<Record<CaptchaProvider, string>>;

type Owner = Pick<StoredForm, 'environmentId'> & Partial<Pick<StoredForm, 'captchaSecrets' | 'form'>>;

/** Returns the form as stored and shown, and its sealed secrets: those that were sent, and earlier ones that stay. */
export async function sealCaptchaSecrets(
  form: Form,
  before: Owner,
): Promise<{ form: Form; captchaSecrets: CaptchaSecrets }> {
  if (!form.spamProtection) return { form, captchaSecrets: {} };
  const asked = captchaProviders.filter(provider => form.spamProtection?.[provider] !== undefined);
  const changes = await Promise.all(
    asked.map(async provider => [provider, await changeOf(form, provider, before)] as const),
  );
  const shown = changes.map(([provider, change]) => [provider, change.shown]);
  const sealed = changes.flatMap(([provider, change]) => (change.sealed ? [[provider, change.sealed]] : []));
  return {
    form: { ...form, spamProtection: { ...form.spamProtection, ...Object.fromEntries(shown) } },
    captchaSecrets: Object.fromEntries(sealed),
  };
}

async function changeOf({ id, spamProtection }: Form, provider: CaptchaProvider, before: Owner) {
  const { secretKey, secretKeyLast4: _, enforced: _enforced, ...rest } = spamProtection?.[provider] ?? {};
  if (secretKey !== undefined) {
    const sealed = await seal(secretKey, provider, id, before.environmentId);
    return { shown: { ...rest, secretKeyLast4: lastFour(secretKey) }, sealed };
  }
  const sealed = before.captchaSecrets?.[provider];
  const { secretKeyLast4 } = before.form?.spamProtection?.[provider] ?? {};
  return { shown: { ...rest, ...(sealed && secretKeyLast4 && { secretKeyLast4 }) }, sealed };
}

const seal = (secret: string, provider: CaptchaProvider, formId: string, environmentId: string) =>
  sealSecret(secret, { environmentId, formId, captcha: provider });

/**
 * Returns the secret of a form's captcha, or undefined when neither the form nor the deployment (`shared`, sealed) has
 * one.
 */
export async function openCaptchaSecret(
  { form, environmentId, captchaSecrets = {} }: StoredForm,
  provider: CaptchaProvider,
  shared: string | undefined,
): Promise<string | undefined> {
  const own = captchaSecrets[provider];
  if (own !== undefined) return openSecret(own, { environmentId, formId: form.id, captcha: provider });
  return shared === undefined ? undefined : openSecret(shared, { captcha: provider });
}
