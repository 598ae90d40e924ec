import type { Form } from '../../domain/forms/form.ts';
import { unusedStorage } from '../../domain/forms/storage.ts';
import { contrastWarnings } from '../../domain/forms/theme.ts';
import { captchaOf, warningOfSecret } from '../../domain/spam/captcha.ts';
import { isCaptchaEnforced } from '../../store/forms/captcha-enforcement.ts';
import { etagOf, Reply } from '../reply.ts';

/** Returns a form as its owner sees it, with whether its captcha is enforced. */
export async function shownForm(form: Form): Promise<Form> {
  const { provider } = captchaOf(form) ?? {};
  if (!provider) return form;
  const { spamProtection = {} } = form;
  const captcha = { ...spamProtection[provider], enforced: await isCaptchaEnforced(form) };
  return { ...form, spamProtection: { ...spamProtection, [provider]: captcha } };
}

/** Returns the reply with a form. The ETag covers only the form. */
export const readReply = async (form: Form): Promise<Reply> =>
  new Reply(await shownForm(form), { headers: { etag: etagOf(form) } });

/** Returns the reply to a request that stored a form, with warnings about settings that cannot work yet. */
export async function formReply(stored: Form, form: Form = stored): Promise<Reply> {
  const shown = await shownForm(form);
  const { provider } = captchaOf(stored) ?? {};
  const { spamProtection = {} } = shown;
  const warnings = [
    ...(provider && !spamProtection[provider]?.enforced ? [warningOfSecret(provider)] : []),
    ...unusedStorage(stored, process.env.UPLOADS_BUCKET ?? ''),
    ...contrastWarnings(stored),
  ];
  const record = { ...shown, ...(warnings.length > 0 && { warnings }) };
  return new Reply(record, { headers: { etag: etagOf(stored) } });
}
