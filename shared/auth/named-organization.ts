import type { Role } from '../contracts/contract.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { type Actor, actorOf } from '../domain/accounts/memberships.ts';
import { notFound } from '../errors.ts';
import { getOrganization, type StoredOrganization } from '../store/accounts/organizations.ts';

/** An organization that a path names, and who acts in it. */
export type NamedOrganization = {
  organization: StoredOrganization;
  actor: Actor;
  /** The same caller in this organization, for its audit trail. */
  caller: Caller;
};

/** Finds an organization of the caller. Throws 404 for any other. */
export async function namedOrganization(caller: Caller, orgId: string): Promise<NamedOrganization> {
  const organization = await getOrganization(orgId);
  const role = organization && roleIn(organization, caller);
  if (!organization || !role) throw notFound('Organization');
  const { kind, id } = caller;
  return { organization, actor: actorOf({ kind, id, role }), caller: { ...caller, organizationId: organization.id } };
}

/**
 * Returns the caller's role. A session has one in the request's organization. A secret key also has its role in the
 * organizations that its own has created.
 */
function roleIn({ id, createdBy }: StoredOrganization, { kind, organizationId, role }: Caller): Role | undefined {
  const created = kind === 'secretKey' && createdBy === organizationId;
  return id === organizationId || created ? role : undefined;
}
