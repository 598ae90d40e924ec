import { deleteApiKey as contract } from '../../shared/contracts/accounts/api-keys.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { deleteApiKey, getApiKeyOf } from '../../shared/store/accounts/api-keys.ts';
import { auditWrite } from '../../shared/store/audit.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await retryOnConflict(async () => {
    const current = await getApiKeyOf(caller, params.id);
    if (!current && !found) throw notFound('API key');
    found = true;
    if (!current) return true;
    const { environment } = current.record;
    const audit = auditWrite({ ...caller, environment }, contract.audited, params.id);
    return (await deleteApiKey(current, [audit])) || undefined;
  });
});
