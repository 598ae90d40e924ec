import { securityHeaders } from '../../shared/domain/security-headers.ts';

/**
 * What a browser may send. Which origin may submit to which form is the function's to decide; the preflight comes
 * without a credential and cannot know.
 */
const allowedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'traceparent',
  'x-captcha-token',
  'x-environment',
  'x-formline-proof',
  'x-formline-ticket',
  'x-organization-id',
  'x-publishable-key',
  'x-recaptcha-token',
  'x-session-id',
];

/** Headers that the gateway puts on the answers it gives itself, by name. */
export type Headers = Readonly<Record<string, string>>;

/** On each of them: a page must be able to read a refusal, too. */
export const onEveryAnswer: Headers = { 'Access-Control-Allow-Origin': '*', ...securityHeaders };

/** The answer to a preflight of a path that has these methods. Browsers show none, and look at nothing else in it. */
export function preflightHeaders(methods: readonly string[]): Headers {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': allowedHeaders.join(', '),
    'Access-Control-Max-Age': '7200',
  };
}

/** Header values as API Gateway writes literals in its mappings. */
export function asParameters(prefix: string, headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}${name}`, `'${value}'`]));
}
