import type { Role } from '../contracts/contract.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { mayEnter } from '../domain/accounts/entry-policy.ts';
import { membershipsOf } from '../store/accounts/memberships.ts';
import { organizationsOf } from '../store/accounts/organization-lists.ts';
import { getUser } from '../store/accounts/users.ts';

/** Returns the caller's role in each organization, by ID. For a session, only in those that it may enter. */
export async function rolesOf(caller: Caller): Promise<ReadonlyMap<string, Role>> {
  if (caller.kind === 'session') return rolesOfSession(caller);
  const { role = 'viewer' } = caller;
  return new Map((await organizationsOf(caller)).map(id => [id, role]));
}

async function rolesOfSession({ id, provider }: Caller): Promise<ReadonlyMap<string, Role>> {
  const memberships = await membershipsOf(id);
  const isAsked = memberships.some(({ policy }) => policy.requireTwoFactor);
  const hasTwoFactor = isAsked && (await getUser(id))?.twoFactor !== undefined;
  const entered = memberships.filter(({ policy, role }) => mayEnter(policy, { role, provider, hasTwoFactor }));
  return new Map(entered.map(({ organizationId, role }) => [organizationId, role]));
}
