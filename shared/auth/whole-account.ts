import type { Role } from '../contracts/contract.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { type Actor, actorOf } from '../domain/accounts/memberships.ts';
import { insufficientPermission } from '../errors.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import { type ChangingUser, membershipCount } from '../store/accounts/user-changes.ts';
import { rolesOf } from './roles-of.ts';

/**
 * Throws the 403 unless the caller may do something to this user in every organization that the user belongs to: in one of
 * them alone, it would get the caller into the others.
 *
 * @param permits whether somebody may who acts in an organization, to a user of this role there
 */
export async function checkEveryOrganization(
  user: ChangingUser,
  caller: Caller,
  permits: (actor: Actor, role: Role) => boolean,
  otherwise: string,
): Promise<void> {
  const [memberships, roles] = await Promise.all([membershipsOf(user.id), rolesOf(caller)]);
  const permitted = memberships.filter(({ organizationId, role }) => {
    const theirs = roles.get(organizationId);
    return theirs && permits(actorOf({ ...caller, role: theirs }), role);
  });
  // The user counts its memberships, of which the list may not know the latest.
  if (permitted.length < membershipCount(user)) throw insufficientPermission(otherwise);
}
