import type { Role } from '../contracts/contract.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import { organizationsOf } from '../store/accounts/organization-lists.ts';

/** The organizations in which the caller has a role, by their ids. */
export async function rolesOf(caller: Caller): Promise<ReadonlyMap<string, Role>> {
  if (caller.kind === 'session') {
    return new Map((await membershipsOf(caller.id)).map(({ organizationId, role }) => [organizationId, role]));
  }
  const { role = 'viewer' } = caller;
  return new Map((await organizationsOf(caller)).map(id => [id, role]));
}
