import type { Form } from '../forms/form.ts';

/** Where captchas load their scripts, frames and styles from, and whom they ask. */
const captchaHosts: Readonly<Record<string, readonly string[]>> = {
  recaptcha: ['https://www.google.com', 'https://www.gstatic.com', 'https://www.recaptcha.net'],
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};

type Load = {
  /** Where people go who have sent it. */
  readonly redirectUrl: string | undefined;
  /** Of the bucket that files are put into; undefined for a form without files. */
  readonly uploads: string | undefined;
};

/**
 * The Content-Security-Policy of a form's page: it runs the scripts of this service and of the form's captcha alone, sends
 * to nobody else, and lies in frames of the form's origins. Browsers hold `form-action` against redirects as well, so the
 * one that the form ends with is in it.
 */
export function contentPolicyOf(form: Form, { uploads, redirectUrl }: Load): string {
  const captcha = captchasOf(form);
  const thanks = originOf(redirectUrl);
  const ancestors = form.allowedOrigins?.length ? ["'self'", ...form.allowedOrigins.filter(isPlain)] : ['*'];
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...captcha],
    'style-src': ["'self'", ...captcha],
    'connect-src': ["'self'", uploads, ...captcha],
    'img-src': ["'self'", 'data:'],
    ...(captcha.length > 0 && { 'frame-src': captcha }),
    'form-action': ["'self'", thanks],
    'base-uri': ["'none'"],
    'frame-ancestors': ancestors,
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(source => source !== undefined)].join(' '))
    .join('; ');
}

/** An origin with nothing in it that would end a source, or a directive. */
const isPlain = (origin: string): boolean => /^https?:\/\/[\w.:[\]-]+$/.test(origin);

function captchasOf({ spamProtection = {} }: Form): string[] {
  const switches: Readonly<Record<string, unknown>> = spamProtection;
  return Object.entries(captchaHosts).flatMap(([name, hosts]) => (isOn(switches[name]) ? hosts : []));
}

const isOn = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true;

const originOf = (url: string | undefined): string | undefined => {
  const origin = url === undefined ? undefined : URL.parse(url)?.origin;
  return origin === 'null' ? undefined : origin;
};
