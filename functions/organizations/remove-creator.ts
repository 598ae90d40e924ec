import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { removeCreator as contract } from '../../shared/contracts/accounts/organizations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { removeCreator } from '../../shared/store/accounts/organization-changes.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  await retryOnConflict(async () => {
    const { organization, caller: here } = await namedOrganization(caller, params.orgId);
    const { id, createdBy } = organization;
    return (
      createdBy === undefined ||
      (await removeCreator(id, createdBy, { caller: here, action: contract.audited })) ||
      undefined
    );
  });
});
