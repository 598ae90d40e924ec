import { createHash } from 'node:crypto';
import type { Form } from '../forms/form.ts';

/** The hosts that captchas load scripts, frames and styles from, and send requests to. */
const captchaHosts: Readonly<Record<string, readonly string[]>> = {
  recaptcha: ['https://www.google.com', 'https://www.gstatic.com', 'https://www.recaptcha.net'],
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};

type Load = {
  /** Where visitors may go after submitting. */
  readonly redirectUrls: readonly string[];
  /** The origin of the upload bucket; undefined for a form without files. */
  readonly uploads: string | undefined;
  /** The style sheet in the page, if there is one: it alone is allowed, by its hash. */
  readonly style?: string;
};

/**
 * Returns the Content-Security-Policy of a form's page. It runs only the scripts of this service and of the form's
 * captcha, sends data nowhere else, and may be framed by the form's origins. Browsers check redirects against
 * `form-action` too, so it includes where the form may redirect to.
 */
export function contentPolicyOf(form: Form, { uploads, redirectUrls, style }: Load): string {
  const captcha = captchasOf(form);
  const ends = new Set(redirectUrls.map(originOf));
  const ancestors = form.allowedOrigins?.length ? ["'self'", ...form.allowedOrigins.filter(isPlain)] : ['*'];
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...captcha],
    'style-src': ["'self'", style === undefined ? undefined : hashOf(style), ...captcha],
    'connect-src': ["'self'", uploads, ...captcha],
    'img-src': ["'self'", 'data:'],
    ...(captcha.length > 0 && { 'frame-src': captcha }),
    'form-action': ["'self'", ...ends],
    'base-uri': ["'none'"],
    'frame-ancestors': ancestors,
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(source => source !== undefined)].join(' '))
    .join('; ');
}

/** Whether an origin has no characters that would end a source, or a directive. */
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

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
