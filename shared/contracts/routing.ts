/**
 * What is answered where no operation is, by whatever stands before the functions: the REST API by itself, a function for an
 * HTTP API, which has no answers of its own.
 */

/** The reply to an unknown path. */
export const nothingThere = 'There is nothing at this address. Check the path.';

/** Paths that people try, and the right ones. A path is one of API Gateway's resources: its parameters are called as in others. */
export const nearMisses: Readonly<Record<string, string>> = {
  '/forms/{id}/submissions':
    'POST /v1/forms/{formId}/submissions takes submissions, and GET /responses?form_id= lists them.',
  '/forms/{id}/responses': 'GET /responses?form_id= lists the responses of a form.',
  '/forms/{id}/webhooks': 'GET /webhooks?form_id= lists the webhooks of a form.',
  '/submissions': 'POST /v1/forms/{formId}/submissions takes submissions, and GET /responses lists them.',
  '/login': 'POST /auth/login begins a session.',
  '/environments/{id}': 'GET /environments lists them.',
  '/keys': 'API keys are at /api-keys.',
  '/v1/{path+}': 'Only POST /v1/forms/{formId}/submissions has the prefix /v1. Try the path without it.',
  '/v1/forms/{formId}': 'Only submissions have the prefix /v1. Try GET /forms/{id}.',
  '/api/{path+}': 'No path has the prefix /api. Try the path without it.',
};

/** The reply to an unknown path that is similar to a known one. */
export const nearMiss = (right: string): string => `There is nothing at this address. ${right}`;

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\{\w+\+\}/g, '.+').replace(/\{\w+\}/g, '[^/]+')}$`);

/** API Gateway's own reply to an unknown path. */
export function unknownPath(path: string): string {
  const right = Object.entries(nearMisses).find(([near]) => patternOf(near).test(path))?.[1];
  return right === undefined ? nothingThere : nearMiss(right);
}

/** The reply to a method that a path does not have. */
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
