import { getInvitation } from '../../shared/contracts/accounts/invitations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { validInvitation } from '../../shared/sign-in/valid-invitation.ts';
import { invitationRecord } from '../../shared/store/accounts/links/invitations.ts';

export const handler = endpoint(getInvitation, async ({ params }) => {
  const { invitation, organization } = await validInvitation(params.token);
  const { email, role, expiresAt } = invitationRecord(invitation);
  return { organization: { name: organization.name }, email, role, expiresAt };
});
