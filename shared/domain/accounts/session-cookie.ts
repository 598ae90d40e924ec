import { isSessionToken } from './session-token.ts';

/** `__Host-`: no other host, and no page without TLS, can have set it. https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html */
const name = '__Host-formline';

/** A session in a cookie counts only with this header. No page of another origin can send it: it takes a preflight, which does not allow it. */
const header = { name: 'x-formline-request', value: '1' } as const;

export const howToSendCookie = `the header ${header.name}: ${header.value}`;

/** Whether a request is of a page of this origin, as the browser has made sure of. */
export const isOfOwnPage = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[header.name] === header.value;

/** @param seconds until the browser forgets it; 0 is at once */
export const sessionCookie = (token: string, seconds: number): string =>
  `${name}=${token}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Strict`;

/** The token of the session in a request's cookies, if one of them is such a cookie. */
export function tokenInCookie({ cookie = '' }: { readonly cookie?: string }): string | undefined {
  const pairs = cookie.split(';').map(pair => pair.trim());
  const token = pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return token !== undefined && isSessionToken(token) ? token : undefined;
}
