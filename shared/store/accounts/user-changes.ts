import type { Role } from '../../contracts/contract.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { allOf, type Expression, expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { batchGet, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, exists, putNewWrite, updateWrite } from '../writes.ts';
import { deleteMemberWrite, getMember, type Member, putMemberWrite } from './members.ts';
import { ownerCountWrite } from './owner-count.ts';
import { getUser, type StoredUser, userOf } from './users.ts';

/** A user with what only changes look at. */
export type ChangingUser = StoredUser & {
  /** Of how many organizations it is a member; without the attribute, of one. */
  memberships?: number;
  /** Counts up with each change of the account. */
  revision?: number;
};

export const membershipCount = ({ memberships = 1 }: ChangingUser): number => memberships;

/** The user of a member, with its membership; undefined when the organization has no such member. */
export async function getUserIn(org: string, id: string): Promise<{ user: ChangingUser; member: Member } | undefined> {
  const member = await getMember(org, id);
  const user = member && (await getUser(id));
  return user && { user, member };
}

/** Users by id; those that are gone are left out. */
export async function getUsers(ids: readonly string[]): Promise<Map<string, StoredUser>> {
  const users = (await batchGet(ids.map(user => keyOf('user', { user })))).map(userOf);
  return new Map(users.flatMap(user => (user ? [[user.id, user]] : [])));
}

/** Stores a new user as a member of the caller's organization. False when the address is taken. */
export function createUser(user: StoredUser, role: Role, { caller, action }: Audited): Promise<boolean> {
  const { id, email, createdAt } = user;
  const member = { organizationId: caller.organizationId, userId: id, role, createdAt };
  return writeIfUnchanged([
    putNewWrite({ ...keyOf('user', { user: id }), ...user, memberships: 1, revision: 1 }),
    putNewWrite({ ...addressKey(email), userId: id }),
    putMemberWrite(member),
    ownerCountWrite(caller.organizationId, role === 'owner' ? 1 : 0),
    auditWrite(caller, action, id),
  ]);
}

/** `null` takes the name away. */
export type AccountChange = Partial<Pick<StoredUser, 'email' | 'status' | 'passwordHash'>> & { name?: string | null };

/**
 * Changes a user. Another address, password or status ends the sessions. False when somebody else changed the user since
 * it was read, or the new address is taken.
 *
 * @param onlyHere when it was somebody else's decision: it holds while the user belongs to no other organization
 */
export function updateUser(
  read: ChangingUser,
  change: AccountChange & { updatedAt: string },
  { caller, action, onlyHere }: Audited & { onlyHere: boolean },
): Promise<boolean> {
  const { email, status, passwordHash, name } = change;
  const endsSessions =
    passwordHash !== undefined ||
    (email !== undefined && email !== read.email) ||
    (status !== undefined && status !== read.status);
  const update = updateWrite(keyOf('user', { user: read.id }), {
    set: { ...change, name: name ?? undefined },
    add: { revision: 1, ...(endsSessions && { sessionEpoch: 1 }) },
    remove: name === null ? ['name'] : [],
    if: allOf(exists, unchanged(read), onlyHere ? belongsHereOnly : undefined),
  });
  const swap = email === undefined ? [] : changeAddressWrites(read, email);
  return writeIfUnchanged([update, ...swap, auditWrite(caller, action, read.id)]);
}

const belongsHereOnly = expression`(attribute_not_exists(memberships) OR memberships = ${1})`;

const unchanged = ({ revision }: ChangingUser): Expression =>
  revision === undefined ? expression`attribute_not_exists(revision)` : expression`revision = ${revision}`;

function changeAddressWrites({ id, email: before }: StoredUser, after: string): TransactItem[] {
  if (before.toLowerCase() === after.toLowerCase()) return [];
  return [putNewWrite({ ...addressKey(after), userId: id }), deleteWrite(addressKey(before))];
}

/**
 * Deletes a member's user. One who belongs to another organization too stays there, and is only removed from this one.
 * False when user or member are not as they were read.
 */
export function deleteUser(read: ChangingUser, member: Member, { caller, action }: Audited): Promise<boolean> {
  return writeIfUnchanged([
    ...removeFromOrganizationWrites(read, member, { endsSessions: true }),
    ...(member.role === 'owner' ? [ownerCountWrite(member.organizationId, -1)] : []),
    auditWrite(caller, action, read.id),
  ]);
}

/**
 * The writes that delete a member, and with its last membership the user and its address.
 *
 * @param endsSessions also of a user who stays elsewhere
 */
export function removeFromOrganizationWrites(
  read: ChangingUser,
  member: Member,
  { endsSessions }: { endsSessions: boolean },
): TransactItem[] {
  if (membershipCount(read) > 1) return [deleteMemberWrite(member), leaveOrganizationWrite(read.id, endsSessions)];
  return [
    deleteMemberWrite(member),
    deleteWrite(keyOf('user', { user: read.id }), allOf(expression`email = ${read.email}`, belongsHereOnly)),
    deleteWrite(addressKey(read.email)),
  ];
}

function leaveOrganizationWrite(user: string, endsSessions: boolean): TransactItem {
  return updateWrite(keyOf('user', { user }), {
    set: { memberships: expression`memberships - ${1}` },
    add: endsSessions ? { sessionEpoch: 1 } : {},
    if: expression`memberships > ${1}`,
  });
}

const addressKey = (email: string) => keyOf('emailAddress', { email: email.toLowerCase() });
