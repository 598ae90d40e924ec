import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { deleteInvitation as contract } from '../../shared/contracts/accounts/invitations.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { deleteInvitation } from '../../shared/store/accounts/links/invitations.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  const { organization, caller: here } = await namedOrganization(caller, params.orgId);
  const audited = { caller: here, action: contract.audited };
  if (!(await deleteInvitation(organization.id, params.invitationId, audited))) throw notFound('Invitation');
});
