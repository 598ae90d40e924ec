/**
 * On every answer of the API, and on those that the gateway gives by itself: what browsers are to make of them, which is
 * data and never a page.
 */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;
