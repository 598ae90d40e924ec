import { rotateApiKey as contract } from '../../shared/contracts/accounts/api-keys.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { apiKeyRecord, getApiKeyOf, rotateApiKey } from '../../shared/store/accounts/api-keys.ts';
import { auditWrite } from '../../shared/store/audit.ts';

export const handler = endpoint(contract, async ({ params, body, caller }) => {
  let first: string | undefined;
  return retryOnConflict(async () => {
    const current = await getApiKeyOf(caller, params.id);
    if (!current) throw notFound('API key');
    first ??= current.sha256;
    if (current.sha256 !== first) throw conflict('Another request rotated this key at the same moment.');
    const { environment } = current.record;
    const audit = auditWrite({ ...caller, environment }, contract.audited, params.id);
    const rotated = await rotateApiKey(current, body.graceSeconds * 1000, [audit]);
    if (rotated === 'full') {
      throw conflict('Too many older secrets of this key still work. Wait, or revoke them all with graceSeconds 0.');
    }
    return rotated && { ...apiKeyRecord(rotated.record), key: rotated.key };
  });
});
