import { howToSendCookie, isOfOwnPage, sessionCookie } from '../domain/accounts/session-cookie.ts';
import { unauthorized } from '../errors.ts';
import { Reply } from '../http/reply.ts';
import { type BegunSession, endOf, lifeMs } from '../store/accounts/sessions.ts';
import { type StoredUser, userRecord } from '../store/accounts/users.ts';

/** Throws a 401 if a page of another origin requests a session cookie. */
export function checkOrigin(cookie: boolean, headers: Readonly<Record<string, unknown>>): void {
  if (!cookie || isOfOwnPage(headers)) return;
  throw unauthorized(`a session in a cookie needs ${howToSendCookie}. Send that too, or leave out cookie: true.`);
}

/** Returns the cookie with a session's token, for the whole life of the session. */
export const cookieOf = (token: string): string => sessionCookie(token, lifeMs / 1000);

/** Returns the reply to a login: the token, in a cookie for pages of this origin. */
export function loginReply({ token, session }: BegunSession, user: StoredUser, cookie: boolean): Reply {
  const begun = { expiresAt: new Date(endOf(session)).toISOString(), user: userRecord(user) };
  if (!cookie) return new Reply({ token, ...begun });
  return new Reply(begun, { headers: { 'set-cookie': cookieOf(token) } });
}
