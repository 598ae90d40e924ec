import { listOrganizations } from '../../shared/contracts/accounts/organizations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { getOrganizations, organizationsOf } from '../../shared/store/accounts/organization-lists.ts';
import { organizationRecord } from '../../shared/store/accounts/organizations.ts';

export const handler = endpoint(listOrganizations, async ({ query, caller }) =>
  pageOfIds(await organizationsOf(caller), query, async page => {
    const organizations = new Map((await getOrganizations(page)).map(organization => [organization.id, organization]));
    return page.flatMap(id => organizations.get(id) ?? []).map(organizationRecord);
  }),
);
