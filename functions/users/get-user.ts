import { getUser } from '../../shared/contracts/accounts/users.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';
import { userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(getUser, async ({ params, caller }) => {
  const found = await getUserIn(caller.organizationId, params.userId);
  if (!found) throw notFound('User');
  return userRecord(found.user);
});
