import type { Role } from '../contracts/contract.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { type Actor, actorOf } from '../domain/accounts/memberships.ts';
import { insufficientPermission } from '../errors.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import { type ChangingUser, membershipCount } from '../store/accounts/user-changes.ts';
import { rolesOf } from './roles-of.ts';

/**
 * Throws 403 unless the caller has the right in every organization of the user, since the change opens them all.
 *
 * @param permits whether the caller's role in an organization permits it for the user's role there
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
  // The user's count includes the latest memberships, which the list may not have yet.
  if (permitted.length < membershipCount(user)) throw insufficientPermission(otherwise);
}
