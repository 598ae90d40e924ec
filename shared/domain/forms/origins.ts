/**
 * Matches a bare origin. A URL parser finds a host in many other texts: in `https://evil.example\\@www.example.com`, it
 * may be either of the two.
 */
const bareOrigin = /^https?:\/\/[^\s/\\@?#]+$/;

/** Whether a page of this origin may submit. An empty list allows any; otherwise scheme, host and port must match. */
export function allowsOrigin(allowedOrigins: readonly string[], origin: string | undefined): boolean {
  if (allowedOrigins.length === 0) return true;
  const sender = normalizedOrigin(origin);
  return sender !== undefined && allowedOrigins.some(allowed => normalizedOrigin(allowed) === sender);
}

/**
 * Returns the origin in lower case, without a default port or a trailing slash, or undefined if it is not one, such as
 * `null`.
 */
export function normalizedOrigin(origin: string | undefined): string | undefined {
  if (origin === undefined || !bareOrigin.test(origin.replace(/\/$/, ''))) return undefined;
  return URL.parse(origin)?.origin;
}
