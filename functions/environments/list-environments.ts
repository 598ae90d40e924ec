import { listEnvironments } from '../../shared/contracts/accounts/environments.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { environmentsOf } from '../../shared/store/accounts/environments.ts';

export const handler = endpoint(listEnvironments, async ({ query, caller }) => {
  const environments = new Map((await environmentsOf(caller.organizationId)).map(each => [each.id, each]));
  return pageOfIds([...environments.keys()], query, async page => page.flatMap(id => environments.get(id) ?? []));
});
