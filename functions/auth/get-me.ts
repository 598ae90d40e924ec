import { getMe } from '../../shared/contracts/accounts/auth.ts';
import { sessionExpired } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { membershipsOf } from '../../shared/store/accounts/memberships.ts';
import { getUser, userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(getMe, async ({ caller }) => {
  const [user, memberships] = await Promise.all([getUser(caller.id), membershipsOf(caller.id)]);
  if (!user) throw sessionExpired();
  return { user: userRecord(user), memberships, session: { expiresAt: caller.session.expiresAt } };
});
