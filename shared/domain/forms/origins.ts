/** A parser of URLs finds a host in much else: `https://evil.example\\@www.example.com` is of the one or the other. */
const bareOrigin = /^https?:\/\/[^\s/\\@?#]+$/;

/** Whether a page of this origin may submit: an empty list allows any, otherwise scheme, host and port must match. */
export function allowsOrigin(allowedOrigins: readonly string[], origin: string | undefined): boolean {
  if (allowedOrigins.length === 0) return true;
  const sender = origin === undefined || !bareOrigin.test(origin) ? undefined : normalized(origin);
  return sender !== undefined && allowedOrigins.some(allowed => normalized(allowed) === sender);
}

/** Lower-case, without a default port or a trailing slash; undefined for what is no origin, such as `null`. */
function normalized(origin: string): string | undefined {
  const parsed = URL.parse(origin)?.origin;
  return parsed === 'null' ? undefined : parsed;
}
