import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { listMembers } from '../../shared/contracts/accounts/organizations.ts';
import { whyNotPermitted } from '../../shared/domain/accounts/memberships.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { type Invitation, invitationsOf } from '../../shared/store/accounts/links/invitations.ts';
import { memberRecord, membersOf } from '../../shared/store/accounts/members.ts';
import { getUsers } from '../../shared/store/accounts/user-changes.ts';
import { stopsOf } from '../../shared/store/mails/mail-stops.ts';

export const handler = endpoint(listMembers, async ({ params, query, caller }) => {
  const { organization, actor } = await namedOrganization(caller, params.orgId);
  const manages = whyNotPermitted(actor, 'admin') === undefined;
  const members = new Map((await membersOf(organization.id)).map(member => [member.userId, member]));
  const invitations = new Map((await invitationsOf(organization.id)).map(each => [each.id, each]));
  return pageOfIds([...members.keys(), ...invitations.keys()], query, async page => {
    const users = await getUsers(page.filter(id => members.has(id)));
    const recordOf = (id: string) => {
      const [member, user, invitation] = [members.get(id), users.get(id), invitations.get(id)];
      if (invitation) return invitedRecord(invitation);
      if (!member || !user) return undefined;
      return { ...memberRecord(member, user), ...(manages && { twoFactor: user.twoFactor !== undefined }) };
    };
    const records = page.map(recordOf).filter(record => record !== undefined);
    const stops = await stopsOf(records.map(({ email }) => email));
    const failed = new Set([...invitations.values()].filter(({ mail }) => mail === 'failed').map(({ email }) => email));
    const stopOf = (email: string) => stops.get(email)?.reason ?? (failed.has(email) ? 'failed' : null);
    return records.map(record => ({ ...record, mailStopped: stopOf(record.email) }));
  });
});

/** Returns the record of an invited person from the invitation. */
const invitedRecord = ({ organizationId, role, email, createdAt }: Invitation) => ({
  ...{ organizationId, userId: null, role, email, name: null },
  ...{ status: 'invited', createdAt },
});
