import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { getSingleSignOn } from '../../shared/contracts/accounts/single-sign-on.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { singleSignOnRecord } from '../../shared/sign-in/providers.ts';

export const handler = endpoint(getSingleSignOn, async ({ params, caller }) => {
  const { organization } = await namedOrganization(caller, params.orgId);
  return singleSignOnRecord(organization);
});
