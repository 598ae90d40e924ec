import type { Role } from '../contracts/contract.ts';
import { type Actor, whyNotPermitted } from '../domain/accounts/memberships.ts';
import { insufficientPermission } from '../errors.ts';

/** Throws the 403 that names the role which is needed, and the one that there is. */
export function checkRole(actor: Actor, needed: Role | undefined): void {
  const reason = needed && whyNotPermitted(actor, needed);
  if (reason) throw insufficientPermission(reason);
}
