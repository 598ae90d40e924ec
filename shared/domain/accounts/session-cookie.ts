import { isSessionToken } from './session-token.ts';

/** `__Host-`: no other host, and no page without TLS, can have set it. https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html */
const name = '__Host-formline';
const signInName = '__Host-formline-sign-in';

/** A session in a cookie counts only with this header. No page of another origin can send it: it takes a preflight, which does not allow it. */
const header = { name: 'x-formline-request', value: '1' } as const;

export const howToSendCookie = `the header ${header.name}: ${header.value}`;

/** Whether a request is of a page of this origin, as the browser has made sure of. */
export const isOfOwnPage = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[header.name] === header.value;

/** @param seconds until the browser forgets it; 0 is at once */
export const sessionCookie = (token: string, seconds: number): string =>
  `${name}=${token}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Strict`;

type Headers = { readonly cookie?: string | undefined };

function cookieIn({ cookie = '' }: Headers, cookieName: string): string | undefined {
  const pairs = cookie.split(';').map(pair => pair.trim());
  return pairs.find(pair => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}

/** The token of the session in a request's cookies, if one of them is such a cookie. */
export function tokenInCookie(headers: Headers): string | undefined {
  const token = cookieIn(headers, name);
  return token !== undefined && isSessionToken(token) ? token : undefined;
}

/** What a browser keeps while it is at a provider. `Lax`: it comes back by a link of another site. */
export const signInCookie = (flow: string, seconds: number): string =>
  `${signInName}=${flow}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax`;

export const flowInCookie = (headers: Headers): string | undefined => cookieIn(headers, signInName);
