import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { updateOrganization as contract } from '../../shared/contracts/accounts/organizations.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { lacksTwoFactor } from '../../shared/domain/accounts/entry.ts';
import { slugOf } from '../../shared/domain/accounts/slug.ts';
import { validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { patched } from '../../shared/http/patched.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { replaceOrganization } from '../../shared/store/accounts/organization-changes.ts';
import { organizationRecord, type StoredOrganization } from '../../shared/store/accounts/organizations.ts';
import { getUser } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch }) =>
  retryOnConflict(async () => {
    const { organization: read } = await namedOrganization(caller, params.orgId);
    const record = organizationRecord(read);
    checkIfMatch(ifMatch, record);
    const change = patched(contract, record, body);
    if (!change) return record;
    const { name, slug = slugOf(name, read.id), requireTwoFactor } = change;
    if (requireTwoFactor && !record.requireTwoFactor) await checkOwnFactor(caller, read);
    const changed = { ...record, name, slug, requireTwoFactor, updatedAt: new Date().toISOString() };
    return (await replaceOrganization(read, changed, { caller, action: contract.audited })) ? changed : undefined;
  }),
);

/** Nobody closes an organization to themselves. */
async function checkOwnFactor({ kind, id, provider }: Caller, { singleSignOn }: StoredOrganization): Promise<void> {
  if (kind !== 'session') return;
  const hasTwoFactor = (await getUser(id))?.twoFactor !== undefined;
  if (!lacksTwoFactor({ requireTwoFactor: true, ...(singleSignOn && { singleSignOn }) }, { hasTwoFactor, provider }))
    return;
  const message = 'would close the organization to you: turn two-factor sign-in on for your own account first';
  throw validationFailed([{ field: 'requireTwoFactor', rule: 'ownTwoFactor', message }]);
}
