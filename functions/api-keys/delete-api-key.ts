import { deleteApiKey as contract } from '../../shared/contracts/accounts/api-keys.ts';
import { keyOfHostedPages, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { deleteApiKey, getApiKeyOf } from '../../shared/store/accounts/api-keys.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await retryOnConflict(async () => {
    const current = await getApiKeyOf(caller, params.id);
    if (!current && !found) throw notFound('API key');
    if (current?.record.hosted) throw keyOfHostedPages();
    found = true;
    return !current || (await deleteApiKey(current, { caller, action: contract.audited })) || undefined;
  });
});
