import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { updateOrganization as contract } from '../../shared/contracts/organizations.ts';
import { checkIfMatch } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { replaceOrganization } from '../../shared/store/organization-changes.ts';
import { organizationRecord } from '../../shared/store/organizations.ts';

export const handler = endpoint(contract, async ({ params, body, caller, ifMatch }) =>
  optimistically(async () => {
    const { organization: read } = await namedOrganization(caller, params.orgId);
    checkIfMatch(ifMatch, organizationRecord(read));
    const changed = { ...organizationRecord(read), ...body, updatedAt: new Date().toISOString() };
    return (await replaceOrganization(read, changed, caller, contract.audited)) ? changed : undefined;
  }),
);
