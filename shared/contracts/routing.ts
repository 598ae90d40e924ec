/**
 * What is answered where no operation is, by whatever stands before the functions: the REST API by itself, a function for an
 * HTTP API, which has no answers of its own.
 */

/** To a path that there is not. */
export const nothingThere = 'There is nothing at this address. Check the path.';

/** To a method that a path does not have. */
export const methodsTaken = (methods: string): string => `This path takes ${methods}.`;

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

/** The answer to a preflight of a path that has these methods. Browsers show none, and look at nothing else in it. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': allowedHeaders.join(', '),
    'Access-Control-Max-Age': '7200',
  };
}
