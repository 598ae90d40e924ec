import { rotateApiKey as contract } from '../../shared/contracts/accounts/api-keys.ts';
import type { Role } from '../../shared/contracts/contract.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { lesserRole } from '../../shared/domain/accounts/memberships.ts';
import { conflict, keyOfHostedPages, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { type ApiKey, roleOfKey } from '../../shared/store/accounts/api-key-lookup.ts';
import { apiKeyRecord, getApiKeyOf, isRotatedSince, rotateApiKey } from '../../shared/store/accounts/api-keys.ts';

export const handler = endpoint(contract, ({ params, body, caller, event }) =>
  retryOnConflict(async () => {
    const current = await getApiKeyOf(caller, params.id);
    if (!current) throw notFound('API key');
    if (current.record.hosted) throw keyOfHostedPages();
    if (isRotatedSince(current, event.requestContext.requestTimeEpoch)) {
      throw conflict(
        'Another request rotated this key at the same moment. Use the secret that it got, or rotate again.',
      );
    }
    const change = { graceMs: body.graceSeconds * 1000, role: roleFor(current.record, caller) };
    const rotated = await rotateApiKey(current, change, { caller, action: contract.audited });
    if (rotated === 'full') {
      throw conflict('Too many older secrets of this key still work. Wait, or revoke them all with graceSeconds 0.');
    }
    return rotated && { ...apiKeyRecord(rotated.record), key: rotated.key };
  }),
);

/** Returns the key's role, limited to that of the caller, who gets the new secret. */
const roleFor = (key: ApiKey, { role = 'viewer' }: Caller): Role | undefined =>
  key.type === 'secret' ? lesserRole(roleOfKey(key), role) : undefined;
