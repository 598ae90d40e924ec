import type { Role } from '../../contracts/contract.ts';
import { role as anyRole } from '../../contracts/records.ts';

/** Each role includes the ones before it. */
const ranks: readonly Role[] = anyRole.enum;

export const includesRole = (role: Role, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least);

/** Who acts on the users and members of an organization. A secret key is no user, and acts as an owner. */
export type Actor = { role: Role; userId?: string };

export const actorOf = ({ kind, id, role = 'owner' }: { kind: string; id: string; role?: Role }): Actor =>
  kind === 'session' ? { role, userId: id } : { role };

/** Whom it acts on. */
export type Subject = { userId: string; role: Role };

/** Why the actor may not make, change or remove a member of this role; undefined when it may. */
export function whyNotManage(actor: Actor, role: Role): string | undefined {
  if (!includesRole(actor.role, 'admin'))
    return `This needs the role admin or higher; yours in this organization is ${actor.role}.`;
  if (role === 'owner' && actor.role !== 'owner') return 'Only an owner can make, change or remove an owner.';
  return undefined;
}

/** Why the actor may not give this member another role: nobody can give, or take, more than they have. */
export function whyNotChangeRole(actor: Actor, member: Subject, role: Role): string | undefined {
  return whyNotManage(actor, member.role) ?? whyNotManage(actor, role);
}

/** Why the actor may not remove this member. Everybody may leave. */
export function whyNotRemove(actor: Actor, member: Subject): string | undefined {
  return actor.userId === member.userId ? undefined : whyNotManage(actor, member.role);
}

/**
 * Why the actor may not change this user. Whoever could set a password for a user of two organizations would have access
 * to the other one.
 *
 * @param user `belongsElsewhere`: to another organization too
 */
export function whyNotChangeUser(
  actor: Actor,
  user: Subject & { belongsElsewhere: boolean },
  change: { status?: unknown },
): string | undefined {
  if (actor.userId === user.userId) {
    return change.status === undefined ? undefined : 'You cannot change your own status; another admin can.';
  }
  const reason = whyNotManage(actor, user.role);
  if (reason || !user.belongsElsewhere) return reason;
  return 'This user also belongs to another organization: only they can change their name, address, password and status.';
}
