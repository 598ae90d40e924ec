import { includesRole, type Role } from '../../contracts/contract.ts';

export const lesserRole = (one: Role, other: Role): Role => (includesRole(one, other) ? other : one);

/** The actor in an organization: the user of a session, or a secret key, which is not a user. */
export type Actor = { role: Role; userId?: string };

export const actorOf = ({ kind, id, role = 'viewer' }: { kind: string; id: string; role?: Role }): Actor =>
  kind === 'session' ? { role, userId: id } : { role };

/** Returns why the actor may not do what needs at least this role, or undefined when it may. */
export function whyNotPermitted({ role, userId }: Actor, needed: Role): string | undefined {
  if (includesRole(role, needed)) return undefined;
  const whose = userId === undefined ? 'that of this key' : 'yours in this organization';
  return `This needs the role ${needed} or higher; ${whose} is ${role}.`;
}

/**
 * Whether the actor is an owner in person. Keys of any role may neither act on owners nor delete their own
 * organization.
 */
const isOwnerInPerson = ({ role, userId }: Actor): boolean => role === 'owner' && userId !== undefined;

/** The member that the actor acts on. */
export type Subject = { userId: string; role: Role };

/** Returns why the actor may not create, change or remove a member of this role, or undefined when it may. */
export function whyNotManage(actor: Actor, role: Role): string | undefined {
  const reason = whyNotPermitted(actor, 'admin');
  if (reason || role !== 'owner' || isOwnerInPerson(actor)) return reason;
  return 'Only an owner, in a session, can make, change or remove an owner.';
}

/**
 * Returns why the actor may not delete this organization.
 *
 * @param isItsOwn whether it is the organization that a key belongs to; a key may delete those that it has created
 */
export function whyNotDelete(actor: Actor, isItsOwn: boolean): string | undefined {
  return isItsOwn && !isOwnerInPerson(actor) ? 'Only an owner, in a session, can delete this organization.' : undefined;
}

/** Returns why the actor may not give this member another role: nobody can give or take more than they have. */
export function whyNotChangeRole(actor: Actor, member: Subject, role: Role): string | undefined {
  return whyNotManage(actor, member.role) ?? whyNotManage(actor, role);
}

/** Returns why the actor may not remove this member. Everyone may leave. */
export function whyNotRemove(actor: Actor, member: Subject): string | undefined {
  return actor.userId === member.userId ? undefined : whyNotManage(actor, member.role);
}

/**
 * Returns why the actor may not change this user. Setting the password of a user of two organizations would give access
 * to the other one.
 *
 * @param user `belongsElsewhere` is true for a user of another organization too
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
