import type { Captcha } from '../../domain/spam/captcha.ts';
import { type CaptchaVerdict, verifyCaptcha } from '../../outbound/verify-captcha.ts';
import { openCaptchaSecret } from '../../store/forms/captcha-secrets.ts';
import type { StoredForm } from '../../store/forms/forms.ts';

/** `shared` is the sealed secret of the deployment. */
type Sender = { token?: string; origin: string | undefined; shared?: string };

/** Returns why a submission does not pass its form's captcha, as a message, or undefined when it does. */
export async function faultOfCaptcha(
  stored: StoredForm,
  captcha: Captcha,
  { token, origin, shared }: Sender,
): Promise<string | undefined> {
  const { provider } = captcha;
  if (!token) return 'This form requires a captcha, and the request has no token. Send it as x-captcha-token.';
  const secret = await openCaptchaSecret(stored, provider, shared);
  if (secret === undefined) {
    return 'The captcha of this form is not set up yet. Its owner has to set the secret.';
  }
  const verdict = await verifyCaptcha(provider, { secret, token, formId: stored.form.id });
  if (!verdict) return 'The captcha could not be verified just now. Get another token, and send the form again.';
  const fault = faultOf(captcha, verdict, origin);
  return fault && `The captcha was not passed: ${fault}. Get another token, and send the form again.`;
}

/** Returns the fault of a token, as a message, or undefined when there is none. */
function faultOf(captcha: Captcha, verdict: CaptchaVerdict, origin: string | undefined): string | undefined {
  if (verdict.success !== true) return 'the token is not valid, has expired, or was used before';
  const page = origin && URL.parse(origin)?.hostname;
  if (page && verdict.hostname !== page) return 'the token is of another site';
  if (!isForSubmit(captcha, verdict.action)) return 'the token is for another action than "submit"';
  if (captcha.provider !== 'recaptcha') return undefined;
  const { score } = verdict;
  return typeof score === 'number' && score >= captcha.threshold ? undefined : 'the score is too low';
}

/** Whether the action is right. Only reCAPTCHA v3 always has one, and hCaptcha never. */
const isForSubmit = ({ provider }: Captcha, action = ''): boolean =>
  action === 'submit' || (provider !== 'recaptcha' && action === '');
