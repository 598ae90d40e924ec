import { listUsers } from '../../shared/contracts/accounts/users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/id-page.ts';
import { membersOf } from '../../shared/store/accounts/members.ts';
import { getUsers } from '../../shared/store/accounts/user-changes.ts';
import { userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(listUsers, async ({ query, caller }) => {
  const members = await membersOf(caller.organizationId);
  const ids = members.map(({ userId }) => userId);
  return pageOfIds(ids, query, async page => {
    const users = await getUsers(page);
    return page.flatMap(id => users.get(id) ?? []).map(userRecord);
  });
});
