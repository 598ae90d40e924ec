import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { deleteOrganization as contract } from '../../shared/contracts/accounts/organizations.ts';
import { whyNotDelete } from '../../shared/domain/accounts/memberships.ts';
import { insufficientPermission } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { deleteOrganization } from '../../shared/store/accounts/organization-changes.ts';
import { removeKeys } from '../../shared/store/accounts/organization-keys.ts';
import { destroyDataKeys } from '../../shared/store/data-keys.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  await retryOnConflict(async () => {
    const { organization, actor } = await namedOrganization(caller, params.orgId);
    const reason = whyNotDelete(actor, organization.id === caller.organizationId);
    if (reason) throw insufficientPermission(reason);
    return (await deleteOrganization(organization, { caller, action: contract.audited })) || undefined;
  });
  // The job would do this too, but API keys must be refused and copies of sealed answers unreadable at once.
  await destroyDataKeys(params.orgId);
  await removeKeys(params.orgId);
});
