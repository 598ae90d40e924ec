import { listApiKeys as contract } from '../../shared/contracts/accounts/api-keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { apiKeyRecord, countApiKeys, listApiKeys } from '../../shared/store/accounts/api-keys.ts';
import { dropFirst } from '../../shared/store/timeline.ts';

export const handler = endpoint(contract, async ({ query, caller: { environmentId } }) => {
  const { order, offset = 0, limit } = query;
  const keys = listApiKeys(environmentId, { order, position: positionOf(query), expected: offset + limit + 1 });
  const { items, ...page } = await pageOf(dropFirst(keys, offset), query, {
    sortKeyOf: ({ id }) => id,
    count: () => countApiKeys(environmentId),
  });
  return { items: items.map(apiKeyRecord), ...page };
});
