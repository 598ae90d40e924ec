import type { CaptchaProvider } from '../domain/spam/captcha.ts';
import { env, type Setting } from '../env.ts';
import { log } from '../log.ts';
import { callReceiver } from './call-receiver.ts';
import { dnsLookup } from './resolve-name.ts';

/** The time in ms for DNS, connection, TLS and answer together. */
const deadlineMs = 3000;

const addresses = {
  recaptcha: 'RECAPTCHA_VERIFY_URL',
  turnstile: 'TURNSTILE_VERIFY_URL',
  hcaptcha: 'HCAPTCHA_VERIFY_URL',
} as const satisfies Record<CaptchaProvider, Setting>;

/** The reply of a captcha provider. Not all have `score` and `action`. */
export type CaptchaVerdict = {
  success: boolean;
  hostname?: string;
  score?: number;
  action?: string;
  'error-codes'?: unknown;
};

const lookup = dnsLookup();

/** Codes for faults in the form owner’s settings, not in the token. */
const ownerErrors = /secret|sitekey/;

/**
 * Asks the provider of a captcha about a token, which works only once. Returns undefined if the provider doesn't answer
 * in time, or its answer makes no sense.
 *
 * https://developers.google.com/recaptcha/docs/verify
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 * https://docs.hcaptcha.com/#verify-the-user-response-server-side
 */
export async function verifyCaptcha(
  provider: CaptchaProvider,
  { secret, token, formId }: { secret: string; token: string; formId: string },
): Promise<CaptchaVerdict | undefined> {
  const { status, error, bodyStart } = await callReceiver({
    method: 'POST',
    url: env(addresses[provider]),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ secret, response: token }).toString(),
    deadlineMs,
    policy: { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' },
    lookup,
    responseBytesMax: 16_384,
  });
  const verdict = status === 200 ? verdictOf(bodyStart) : undefined;
  const codes = codesOf(verdict?.['error-codes']);
  if (!verdict) log.warn('a captcha could not be verified', { provider, formId, status, fault: error });
  else if (codes.some(code => ownerErrors.test(code)))
    log.warn('a captcha is set up wrong', { provider, formId, codes });
  return verdict;
}

/** Returns the error codes of an answer. Other text does not belong in a log. */
const codesOf = (said: unknown): string[] =>
  Array.isArray(said) ? said.filter(code => typeof code === 'string' && /^[a-z-]{1,64}$/.test(code)).slice(0, 10) : [];

function verdictOf(body: string): CaptchaVerdict | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && 'success' in parsed
      ? (parsed as CaptchaVerdict)
      : undefined;
  } catch {
    return undefined;
  }
}
