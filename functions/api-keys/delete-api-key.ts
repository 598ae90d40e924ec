import { deleteApiKey as contract } from '../../shared/contracts/api-keys.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { deleteApiKey, getApiKeyOf } from '../../shared/store/key-management.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await optimistically(async () => {
    const current = await getApiKeyOf(caller, params.id);
    if (!current && !found) throw notFound('API key');
    found = true;
    if (!current) return true;
    const { environment } = current.record;
    const audit = auditItem({ ...caller, environment }, contract.audited, params.id);
    return (await deleteApiKey(current, [audit])) || undefined;
  });
});
