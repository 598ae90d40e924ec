import { attemptPassword } from '../../shared/auth/attempt-password.ts';
import { login } from '../../shared/contracts/accounts/auth.ts';
import { passwordBytesMax } from '../../shared/domain/accounts/account.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { hashPassword, verifyPassword } from '../../shared/domain/accounts/password.ts';
import { howToSendCookie, isOfOwnPage, sessionCookie } from '../../shared/domain/accounts/session-cookie.ts';
import { unauthorized, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { membershipsOf } from '../../shared/store/accounts/memberships.ts';
import { endOf, lifeMs, startSession } from '../../shared/store/accounts/sessions.ts';
import { replacePasswordHash, type StoredUser, userByEmail, userRecord } from '../../shared/store/accounts/users.ts';
import { auditWrite, trailsMax } from '../../shared/store/audit.ts';
import type { TransactItem } from '../../shared/store/table.ts';

export const handler = endpoint(login, async ({ body: { email, password, cookie }, headers, sourceIp, userAgent }) => {
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
    startSession(user, await loginAudits(user, { sourceIp, userAgent })),
    outdated && hashPassword(password).then(hash => replacePasswordHash(user, hash)),
  ]);
  const begun = { expiresAt: new Date(endOf(session)).toISOString(), user: userRecord(user) };
  if (!cookie) return { token, ...begun };
  return new Reply(begun, { headers: { 'set-cookie': sessionCookie(token, lifeMs / 1000) } });
});

/** Each organization of the user is told. */
async function loginAudits({ id }: StoredUser, from: Pick<Caller, 'sourceIp' | 'userAgent'>): Promise<TransactItem[]> {
  return (await membershipsOf(id))
    .slice(0, trailsMax)
    .map(({ organizationId }) =>
      auditWrite({ kind: 'session', id, organizationId, environment: 'production', ...from }, login.audited, id),
    );
}

/** Whatever is wrong, the same is done and the same is said. */
async function userWith(email: string, password: string) {
  const user = await userByEmail(email);
  const { matches, outdated } = await verifyPassword(password, user?.passwordHash);
  return matches && user?.status === 'active' ? { user, outdated } : undefined;
}
