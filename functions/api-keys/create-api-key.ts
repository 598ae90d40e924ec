import { createApiKey as contract } from '../../shared/contracts/api-keys.ts';
import type { Fault } from '../../shared/domain/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { apiKeyRecord, createApiKey, keysMax } from '../../shared/store/key-management.ts';

const full: Fault = {
  field: '',
  rule: 'maxApiKeys',
  message: `The environment has ${keysMax} keys, as many as there may be; delete one first`,
};

export const handler = endpoint(contract, async ({ body, caller }) => {
  const created = await optimistically(() =>
    createApiKey(caller, body, id => [auditItem(caller, contract.audited, id)]),
  );
  if (created === 'full') throw validationFailed([full]);
  return { ...apiKeyRecord(created.record), key: created.key };
});
