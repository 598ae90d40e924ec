/**
 * The headers of every reply of the API, including the gateway's own. They tell browsers that it is data, never a page.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;
