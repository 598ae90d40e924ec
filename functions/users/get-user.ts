import { getUser } from '../../shared/contracts/users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getUserIn } from '../../shared/store/user-changes.ts';
import { userRecord } from '../../shared/store/users.ts';

export const handler = endpoint(getUser, async ({ params, caller }) => {
  const found = await getUserIn(caller.organizationId, params.userId);
  if (!found) throw notFound('User');
  return userRecord(found.user);
});
