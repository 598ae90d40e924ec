import { attemptPassword } from '../../shared/auth/attempt-password.ts';
import { beginSession } from '../../shared/auth/begin-session.ts';
import { login } from '../../shared/contracts/accounts/auth.ts';
import { passwordBytesMax } from '../../shared/domain/accounts/account.ts';
import { hashPassword, verifyPassword } from '../../shared/domain/accounts/password.ts';
import { howToSendCookie, isOfOwnPage, sessionCookie } from '../../shared/domain/accounts/session-cookie.ts';
import { unauthorized, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { endOf, lifeMs } from '../../shared/store/accounts/sessions.ts';
import { replacePasswordHash, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(
  login,
  async ({ body: { email, password, cookie }, headers, sourceIp, userAgent, baseUrl, language }) => {
    if (cookie && !isOfOwnPage(headers)) {
      throw unauthorized(
        `a session in a cookie begins only with ${howToSendCookie}. Send that as well, or no cookie: true.`,
      );
    }
    if (Buffer.byteLength(password) > passwordBytesMax) {
      const message = `must be at most ${passwordBytesMax} bytes`;
      throw validationFailed([{ field: 'password', rule: 'maxLength', message }]);
    }
    const known = await attemptPassword(email, { sourceIp, userAgent }, () => userWith(email, password));
    if (!known) {
      throw unauthorized('no session begins. The e-mail address or the password is wrong, or the user is disabled.');
    }
    const { user, outdated } = known;
    const [{ token, session }] = await Promise.all([
      retryOnConflict(() =>
        beginSession(user, { action: login.audited, from: { sourceIp, userAgent, baseUrl, language } }),
      ),
      outdated && hashPassword(password).then(hash => replacePasswordHash(user, hash)),
    ]);
    const begun = { expiresAt: new Date(endOf(session)).toISOString(), user: userRecord(user) };
    if (!cookie) return { token, ...begun };
    return new Reply(begun, { headers: { 'set-cookie': sessionCookie(token, lifeMs / 1000) } });
  },
);

/** Whatever is wrong, the same is done and the same is said. */
async function userWith(email: string, password: string) {
  const user = await userByEmail(email);
  const { matches, outdated } = await verifyPassword(password, user?.passwordHash);
  return matches && user?.status === 'active' ? { user, outdated } : undefined;
}
