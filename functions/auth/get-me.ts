import { getMe } from '../../shared/contracts/auth.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { sessionExpired } from '../../shared/http/errors.ts';
import { membershipsOf } from '../../shared/store/memberships.ts';
import { getUser, userRecord } from '../../shared/store/users.ts';

export const handler = endpoint(getMe, async ({ caller }) => {
  const [user, memberships] = await Promise.all([getUser(caller.id), membershipsOf(caller.id)]);
  if (!user) throw sessionExpired();
  return { user: userRecord(user), memberships, session: { expiresAt: caller.session.expiresAt } };
});
