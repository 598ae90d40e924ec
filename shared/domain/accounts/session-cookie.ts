import { isSessionToken } from './session-token.ts';

/**
 * `__Host-` means that no other host, and no page without TLS, can have set it.
 * https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html
 */
const name = '__Host-formline';
const signInName = '__Host-formline-sign-in';

/**
 * A session cookie counts only with this header. No page of another origin can send it, because that takes a preflight,
 * which does not allow it.
 */
const header = { name: 'x-formline-request', value: '1' } as const;

export const howToSendCookie = `the header ${header.name}: ${header.value}`;

/** Whether a request comes from a page of this origin, which the browser has verified. */
export const isOfOwnPage = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[header.name] === header.value;

/**
 * @param seconds how long the browser stores it; 0 removes it at once
 */
export const sessionCookie = (token: string, seconds: number): string =>
  `${name}=${token}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Strict`;

type CookieHeaders = { readonly cookie?: string | undefined };

function cookieIn({ cookie = '' }: CookieHeaders, cookieName: string): string | undefined {
  const pairs = cookie.split(';').map(pair => pair.trim());
  return pairs.find(pair => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}

/** Returns the session token in a request's cookies, if there is one. */
export function tokenInCookie(headers: CookieHeaders): string | undefined {
  const token = cookieIn(headers, name);
  return token !== undefined && isSessionToken(token) ? token : undefined;
}

/** Returns the cookie for the time at a provider. `Lax`, because the browser returns through another site's link. */
export const signInCookie = (flow: string, seconds: number): string =>
  `${signInName}=${flow}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax`;

export const flowInCookie = (headers: CookieHeaders): string | undefined => cookieIn(headers, signInName);
