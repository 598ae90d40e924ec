import { createApiKey as contract } from '../../shared/contracts/accounts/api-keys.ts';
import { validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { apiKeyRecord, createApiKey } from '../../shared/store/accounts/api-keys.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { quotas } from '../../shared/store/quotas.ts';

const full: Fault = {
  field: '',
  rule: 'maxApiKeys',
  message: `The environment has ${quotas.apiKeys.max} keys, the most it can have; delete one first`,
};

export const handler = endpoint(contract, async ({ body, caller }) => {
  const created = await retryOnConflict(() =>
    createApiKey(caller, body, id => [auditWrite(caller, contract.audited, id)]),
  );
  if (created === 'full') throw validationFailed([full]);
  return { ...apiKeyRecord(created.record), key: created.key };
});
