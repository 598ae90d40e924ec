import type { TwoFactor } from '../../domain/accounts/two-factor.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { allOf, type Expression, expression, isOr } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { type TransactItem, writeIfUnchanged } from '../table.ts';
import { checkWrite, deleteWrite, exists, putNewWrite, unchanged, updateWrite } from '../writes.ts';
import {
  activeOwners,
  deleteMemberWrite,
  getMember,
  hasRoleOf,
  hasStatusOf,
  type Member,
  type MemberUser,
  memberKey,
  ownerLossWrites,
  putMemberWrite,
} from './members.ts';
import { ownerCountWrite } from './owner-count.ts';
import { unbinding } from './unbinding.ts';
import { getUser, isSameAddress, type StoredUser } from './users.ts';

/** A user with the attributes that only changes need. */
export type ChangingUser = StoredUser & {
  /** The number of memberships. Without the attribute there is one. */
  memberships?: number;
  /** Increases with each change of the account. */
  revision?: number;
};

export type ChangingMember = { user: ChangingUser; member: Member };

export const membershipCount = ({ memberships = 1 }: ChangingUser): number => memberships;

/** Returns a member's user and membership, or undefined when the organization has no such member. */
export async function getUserIn(org: string, id: string): Promise<ChangingMember | undefined> {
  const member = await getMember(org, id);
  const user = member && (await getUser(id));
  return user && { user, member };
}

/**
 * Stores a new user as a member. Returns false when the address is taken, or the organization is gone.
 *
 * @param also more writes for the same transaction
 */
export const createUser = (
  { user, member }: MemberUser,
  { caller, action }: AuditedAction,
  also: readonly TransactItem[] = [],
): Promise<boolean> =>
  writeIfUnchanged([...newUserWrites({ user, member }), ...also, auditWrite(caller, action, user.id)]);

export const newUserWrites = ({ user, member }: MemberUser, others: readonly Member[] = []): TransactItem[] => [
  putNewWrite({ ...keyOf('user', { user: user.id }), ...user, memberships: 1 + others.length, revision: 1 }),
  putNewWrite({ ...addressKey(user.email), userId: user.id }),
  ...[member, ...others].flatMap(each => [
    putMemberWrite(each),
    ownerCountWrite(each.organizationId, each.role === 'owner' ? 1 : 0),
  ]),
];

/** A change of an account. `null` removes the name. */
export type AccountChange = Partial<Pick<StoredUser, 'email' | 'status' | 'passwordHash' | 'pendingAddress'>> & {
  name?: string | null;
  /** The second factor after one of its codes was used for this change. */
  usedFactor?: TwoFactor;
};

/**
 * Changes a user. A new address, password or status ends the sessions. A new address also removes everything bound to
 * the account. Returns false when the user or member has changed since it was read, the new address is taken, or the
 * change would disable the last active owner.
 *
 * @param also more writes for the same transaction
 * @param byOther whether someone else made the change; it then fails if the user's number of organizations has changed
 */
export function updateUser(
  { user: read, member }: ChangingMember,
  change: AccountChange & { updatedAt: string },
  { caller, action, byOther, also = [] }: AuditedAction & { byOther: boolean; also?: readonly TransactItem[] },
): Promise<boolean> {
  const { email = read.email, usedFactor } = change;
  const unbound = isSameAddress(email, read.email) ? undefined : unbinding(read);
  const update = updateWrite(keyOf('user', { user: read.id }), {
    ...attributesOf(change, { unbound, byOther }),
    add: { revision: 1, ...(endsSessions(read, change) && { sessionEpoch: 1 }) },
    if: allOf(
      ...[exists, unchanged(read), byOther ? belongsAsRead(read) : undefined],
      usedFactor && expression`twoFactor = ${read.twoFactor}`,
    ),
  });
  return writeIfUnchanged([
    ...[update, ...changeAddressWrites(read, email), ...ownerChangeWrites({ user: read, member }, change)],
    ...[...(unbound?.writes ?? []), ...also, auditWrite(caller, action, read.id)],
  ]);
}

type Unbinding = Pick<ReturnType<typeof unbinding>, 'set' | 'remove'>;

/**
 * Returns the changed attributes. A person who set a user's password or address can act as that user, until the owner
 * of the mailbox takes the account back.
 */
function attributesOf(
  { name, usedFactor, ...change }: AccountChange,
  { unbound, byOther }: { unbound: Unbinding | undefined; byOther: boolean },
) {
  const choosesPassword = change.passwordHash !== undefined;
  const isOthers = choosesPassword && byOther;
  const set = {
    ...{ ...change, ...unbound?.set, name: name ?? undefined },
    twoFactor: unbound ? undefined : usedFactor,
    passwordChosenByOther: isOthers || undefined,
    addressUnproved: isOthers || unbound !== undefined || undefined,
  };
  const removed = [
    ...(unbound?.remove ?? []).filter(each => each !== 'addressUnproved'),
    ...(name === null ? ['name'] : []),
    ...(choosesPassword && !byOther ? ['passwordChosenByOther'] : []),
  ];
  return { set, remove: removed };
}

const endsSessions = (read: StoredUser, change: AccountChange): boolean =>
  change.passwordHash !== undefined ||
  (change.email ?? read.email) !== read.email ||
  (change.status ?? read.status) !== read.status;

/** Returns the writes that count an owner in or out as active when the status changes. */
function ownerChangeWrites(
  { user: read, member }: MemberUser,
  { status = read.status }: AccountChange,
): TransactItem[] {
  if (status === read.status) return [];
  const owners = activeOwners({ status }, member.role) - activeOwners(read, member.role);
  return [
    checkWrite(memberKey(member), hasRoleOf(member)),
    ...(owners === 0 ? [] : [ownerCountWrite(member.organizationId, owners as -1 | 1)]),
  ];
}

const belongsHereOnly = isOr('memberships', 1, 1);

const belongsAsRead = (read: ChangingUser): Expression => isOr('memberships', membershipCount(read), 1);

/** Returns the writes that change a user's address. They fail when another user has it. */
export function changeAddressWrites({ id, email: before }: StoredUser, after: string): TransactItem[] {
  if (isSameAddress(before, after)) return [];
  return [putNewWrite({ ...addressKey(after), userId: id }), deleteWrite(addressKey(before))];
}

/**
 * Deletes a member's user. A user of another organization too is only removed from this one. Returns false when the
 * user or member has changed since it was read.
 */
export function deleteUser(
  { user: read, member }: ChangingMember,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  return writeIfUnchanged([
    ...removeFromOrganizationWrites({ user: read, member }),
    ...ownerLossWrites({ user: read, member }),
    auditWrite(caller, action, read.id),
  ]);
}

/**
 * Returns the writes that delete a member and, with its last membership, the user and its address. A user who has other
 * memberships stays logged in, because each request reads the membership again.
 */
export function removeFromOrganizationWrites({ user: read, member }: ChangingMember): TransactItem[] {
  const key = keyOf('user', { user: read.id });
  if (membershipCount(read) > 1) {
    const isAsRead = allOf(expression`memberships > ${1}`, hasStatusOf(read));
    const leave = { set: { memberships: expression`memberships - ${1}` }, if: isAsRead };
    return [deleteMemberWrite(member), updateWrite(key, leave)];
  }
  return [
    deleteMemberWrite(member),
    deleteWrite(key, allOf(expression`email = ${read.email}`, hasStatusOf(read), belongsHereOnly)),
    deleteWrite(addressKey(read.email)),
    ...unbinding(read).writes,
  ];
}

const addressKey = (email: string) => keyOf('emailAddress', { email: email.toLowerCase() });
