import { createApiKey as contract } from '../../shared/contracts/accounts/api-keys.ts';
import { includesRole, type Role } from '../../shared/contracts/contract.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { insufficientPermission, validationFailed } from '../../shared/errors.ts';
import type { Fault } from '../../shared/fault.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Request } from '../../shared/http/read-request.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { apiKeyRecord, createApiKey } from '../../shared/store/accounts/api-keys.ts';
import { quotas } from '../../shared/store/quotas.ts';

const full: Fault = {
  field: '',
  rule: 'maxApiKeys',
  message: `The environment has ${quotas.apiKeys.max} keys, the most it can have; delete one first`,
};

export const handler = endpoint(contract, async ({ body, caller, baseUrl, language }) => {
  const created = await retryOnConflict(() =>
    createApiKey({ ...body, role: roleFor(body, caller) }, { caller, action: contract.audited }, { baseUrl, language }),
  );
  if (created === 'full') throw validationFailed([full]);
  return { ...apiKeyRecord(created.record), key: created.key };
});

/** Limits the key to the role of its creator. */
function roleFor({ type, role }: Request<typeof contract>['body'], caller: Caller): Role | undefined {
  const { role: theirs = 'viewer' } = caller;
  if (type === 'secret') {
    if (role === undefined || includesRole(theirs, role)) return role ?? theirs;
    throw insufficientPermission(
      `You can’t give a key a higher role than your own: in this organization you are ${theirs}.`,
    );
  }
  if (role === undefined) return undefined;
  const message = 'a publishable key has no role: it can only submit, sign uploads and send events';
  throw validationFailed([{ field: 'role', rule: 'publishable', message }]);
}
