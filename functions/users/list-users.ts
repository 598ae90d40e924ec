import { listUsers } from '../../shared/contracts/accounts/users.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { countMembers, readMembers } from '../../shared/store/accounts/members.ts';
import { getUsers, userRecord } from '../../shared/store/accounts/users.ts';
import { dropFirst } from '../../shared/store/timeline.ts';

export const handler = endpoint(listUsers, async ({ query, caller: { organizationId } }) => {
  const { order, offset = 0, limit } = query;
  const members = readMembers(organizationId, { order, position: positionOf(query), expected: offset + limit + 1 });
  const { items, ...page } = await pageOf(dropFirst(members, offset), query, {
    sortKeyOf: ({ userId }) => userId,
    count: () => countMembers(organizationId),
    keepTotal: true,
  });
  const users = await getUsers(items.map(({ userId }) => userId));
  return { items: items.flatMap(({ userId }) => users.get(userId) ?? []).map(userRecord), ...page };
});
