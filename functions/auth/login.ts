import { login } from '../../shared/contracts/accounts/auth.ts';
import { passwordBytesMax } from '../../shared/domain/accounts/account.ts';
import { hashPassword, verifyPassword } from '../../shared/domain/accounts/password.ts';
import { rateLimited, unauthorized, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { countAttempt, forgiveAttempt } from '../../shared/store/accounts/login-failures.ts';
import { endOf, startSession } from '../../shared/store/accounts/sessions.ts';
import { replacePasswordHash, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(login, async ({ body: { email, password }, sourceIp }) => {
  if (Buffer.byteLength(password) > passwordBytesMax) {
    const message = `must be at most ${passwordBytesMax} bytes`;
    throw validationFailed([{ field: 'password', rule: 'maxLength', message }]);
  }
  const wait = await countAttempt(email, sourceIp);
  if (wait) throw rateLimited(`There were too many attempts to log in. Try again in ${wait} seconds.`, wait);

  // Whatever is wrong, the same is done and the same is said.
  const user = await userByEmail(email);
  const { matches, outdated } = await verifyPassword(password, user?.passwordHash);
  if (!matches || user?.status !== 'active') {
    throw unauthorized('no session begins. The e-mail address or the password is wrong, or the user is disabled.');
  }
  const [{ token, session }] = await Promise.all([
    startSession(user),
    forgiveAttempt(email, sourceIp),
    outdated && hashPassword(password).then(hash => replacePasswordHash(user, hash)),
  ]);
  return { token, expiresAt: new Date(endOf(session)).toISOString(), user: userRecord(user) };
});
