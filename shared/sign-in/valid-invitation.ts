import type { Role } from '../contracts/contract.ts';
import { whyNotManage } from '../domain/accounts/memberships.ts';
import { notFound } from '../errors.ts';
import { roleOfKey } from '../store/accounts/api-key-lookup.ts';
import { getApiKeyOf } from '../store/accounts/api-keys.ts';
import { type Invitation, invitationWith } from '../store/accounts/links/invitations.ts';
import { getOrganization, type StoredOrganization } from '../store/accounts/organizations.ts';
import { getUserIn } from '../store/accounts/user-changes.ts';

/**
 * Returns the invitation of a token. Throws the same 404 whatever ended it, even if the inviter may no longer invite.
 */
export async function validInvitation(
  token: string,
): Promise<{ invitation: Invitation; organization: StoredOrganization }> {
  const invitation = await invitationWith(token);
  const organization = invitation && (await getOrganization(invitation.organizationId));
  if (!organization || !(await isStillValid(invitation, organization))) throw notFound('Invitation');
  return { invitation, organization };
}

/** Whether the inviter may still invite. */
export async function isStillValid(
  { invitedBy, role }: Invitation,
  organization: StoredOrganization,
): Promise<boolean> {
  if (invitedBy.kind !== 'session') return permits({ role: await roleOfInvitingKey(invitedBy, organization) }, role);
  const found = await getUserIn(organization.id, invitedBy.id);
  return permits({ role: found?.user.status === 'active' ? found.member.role : undefined, userId: invitedBy.id }, role);
}

const permits = (actor: { role: Role | undefined; userId?: string }, role: Role): boolean =>
  actor.role !== undefined && whyNotManage({ ...actor, role: actor.role }, role) === undefined;

async function roleOfInvitingKey(
  { id, organizationId }: Invitation['invitedBy'],
  organization: StoredOrganization,
): Promise<Role | undefined> {
  if (organizationId !== organization.id && organizationId !== organization.createdBy) return undefined;
  const key = await getApiKeyOf({ organizationId }, id);
  return key && roleOfKey(key.record);
}
