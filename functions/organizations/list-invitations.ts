import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { listInvitations } from '../../shared/contracts/accounts/invitations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { invitationRecord, invitationsOf } from '../../shared/store/accounts/links/invitations.ts';
import { stopsOf } from '../../shared/store/mails/mail-stops.ts';

export const handler = endpoint(listInvitations, async ({ params, query, caller }) => {
  const { organization } = await namedOrganization(caller, params.orgId);
  const invitations = new Map((await invitationsOf(organization.id)).map(each => [each.id, each]));
  return pageOfIds([...invitations.keys()], query, async page => {
    const shown = page.flatMap(id => invitations.get(id) ?? []);
    // A sent mail may have bounced since.
    const stops = await stopsOf(
      shown.map(({ email }) => email),
      { consistent: false },
    );
    return shown.map(each => invitationRecord(each.mail && stops.has(each.email) ? { ...each, mail: 'failed' } : each));
  });
});
