import type { Role } from '../contracts/contract.ts';
import { type Actor, whyNotPermitted } from '../domain/accounts/memberships.ts';
import { insufficientPermission } from '../errors.ts';

/** Throws the 403 that names the required role and the caller’s. */
export function checkRole(actor: Actor, needed: Role | undefined): void {
  const reason = needed && whyNotPermitted(actor, needed);
  if (reason) throw insufficientPermission(reason);
}
