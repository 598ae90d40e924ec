import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { listMembers } from '../../shared/contracts/accounts/organizations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/id-page.ts';
import { memberRecord, membersOf } from '../../shared/store/accounts/members.ts';
import { getUsers } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(listMembers, async ({ params, query, caller }) => {
  const { organization } = await namedOrganization(caller, params.orgId);
  const members = new Map((await membersOf(organization.id)).map(member => [member.userId, member]));
  return pageOfIds([...members.keys()], query, async page => {
    const users = await getUsers(page);
    return page.flatMap(id => {
      const [member, user] = [members.get(id), users.get(id)];
      return member && user ? [memberRecord(member, user)] : [];
    });
  });
});
