import { login } from '../../shared/contracts/accounts/auth.ts';
import { passwordBytesMax } from '../../shared/domain/accounts/account.ts';
import { unauthorized, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { attemptPassword } from '../../shared/sign-in/attempt-password.ts';
import { beginSession } from '../../shared/sign-in/begin-session.ts';
import { checkOrigin, loginReply } from '../../shared/sign-in/login-reply.ts';
import { hashPassword, verifyPassword } from '../../shared/sign-in/password.ts';
import { beginLogin } from '../../shared/store/accounts/sign-in/pending-logins.ts';
import { replacePasswordHash, type StoredUser, userByEmail } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(login, async ({ body: { email, password, cookie }, headers, ...request }) => {
  checkOrigin(cookie, headers);
  if (Buffer.byteLength(password) > passwordBytesMax) {
    const message = `must be at most ${passwordBytesMax} bytes`;
    throw validationFailed([{ field: 'password', rule: 'maxLength', message }]);
  }
  const { sourceIp, userAgent, baseUrl, language } = request;
  const from = { sourceIp, userAgent, baseUrl, language };
  const known = await attemptPassword(email, from, () => userWith(email, password));
  if (!known) {
    throw unauthorized('no session begins. The e-mail address or the password is wrong, or the user is disabled.');
  }
  const { user, outdated } = known;
  if (outdated) await replacePasswordHash(user, await hashPassword(password));
  if (user.twoFactor) return askForCode(user);
  return loginReply(await retryOnConflict(() => beginSession(user, { action: login.audited, from })), user, cookie);
});

/**
 * Returns the user. Every fault leads to the same work and the same error, so that none reveals which accounts exist.
 */
async function userWith(email: string, password: string) {
  const user = await userByEmail(email);
  const { matches, outdated } = await verifyPassword(password, user?.passwordHash);
  return matches && user?.status === 'active' ? { user, outdated } : undefined;
}

async function askForCode(user: StoredUser): Promise<Reply> {
  const { token, expiresAt } = await beginLogin(user);
  return new Reply({ loginToken: token, expiresAt: new Date(expiresAt).toISOString() }, { status: 202 });
}
