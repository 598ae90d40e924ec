import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { getOrganization } from '../../shared/contracts/accounts/organizations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { organizationRecord } from '../../shared/store/accounts/organizations.ts';

export const handler = endpoint(getOrganization, async ({ params, caller }) => {
  const { organization } = await namedOrganization(caller, params.orgId);
  return organizationRecord(organization);
});
