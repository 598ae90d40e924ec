import type { Form } from '../../domain/forms/form.ts';
import { captchaOf } from '../../domain/spam/captcha.ts';
import { getDeploymentSecret } from '../deployment-secrets.ts';
import type { CaptchaSecrets } from './captcha-secrets.ts';

/** Whether a form's captcha is enforced: its secret is set, even if it cannot be read now. */
export async function isCaptchaEnforced(
  form: Pick<Form, 'spamProtection'>,
  own: CaptchaSecrets = {},
): Promise<boolean> {
  const { provider } = captchaOf(form) ?? {};
  if (!provider) return false;
  if (own[provider] !== undefined || form.spamProtection?.[provider]?.secretKeyLast4 !== undefined) return true;
  return (await getDeploymentSecret({ captcha: provider })) !== undefined;
}
