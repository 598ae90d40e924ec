import type { Role } from '../../contracts/contract.ts';
import { isIdOf } from '../../ids.ts';
import { type AuditedAction, auditWrite } from '../audit.ts';
import { type Expression, expression } from '../expression.ts';
import { type Key, keyOf, keysOf, partitionOf, prefixOf } from '../keys.ts';
import { type Order, queryAll, queryPages } from '../query.ts';
import { deleteOnce, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { readTimeline, spanAfter } from '../timeline.ts';
import { checkWrite, deleteWrite, putNewWrite, updateWrite } from '../writes.ts';
import { ownerCountWrite } from './owner-count.ts';
import type { StoredUser } from './users.ts';

export type Member = { organizationId: string; userId: string; role: Role; createdAt: string };

/** A member and its user, as read. */
export type MemberUser = { user: StoredUser; member: Member };

/** Returns a member as the API shows it, with the user's name and address. */
export function memberRecord({ organizationId, userId, role, createdAt }: Member, { email, name, status }: StoredUser) {
  return { organizationId, userId, role, email, name: name ?? null, status, createdAt };
}

/** Returns a member of an organization, or undefined when the user is not one or the text is not a user's ID. */
export async function getMember(org: string, user: string): Promise<Member | undefined> {
  if (!isIdOf('user', user)) return undefined;
  return (await getItem(keyOf('member', { org, user }))) as (Item & Member) | undefined;
}

/** Returns all members of an organization in order of their user IDs. The read is strongly consistent. */
export async function membersOf(org: string): Promise<Member[]> {
  const members = await queryAll({ partition: partitionOf('member', 'pk', { org }), prefix: prefixOf('member') });
  return members as (Item & Member)[];
}

/**
 * Reads an organization's members page by page, in order of their user IDs. The reads are strongly consistent.
 *
 * @param position the user ID to start after
 * @param expected how many members the reader expects to take; all without it
 */
export async function* readMembers(
  org: string,
  { order, position, expected }: { order: Order; position: string | undefined; expected: number | undefined },
): AsyncGenerator<Member> {
  const prefix = prefixOf('member');
  const all = { low: prefix, high: `${prefix}~` };
  const span = position === undefined ? all : spanAfter(prefix + position, order, all);
  const timeline = { partitions: [partitionOf('member', 'pk', { org })] };
  for await (const item of readTimeline(timeline, { order, span, expected })) yield item as Item & Member;
}

/** Counts an organization's members in the table: half a read unit for 4 KB, some 25 members. */
export async function countMembers(org: string): Promise<number> {
  const counting = { partition: partitionOf('member', 'pk', { org }), prefix: prefixOf('member') };
  let total = 0;
  for await (const { count } of queryPages({ ...counting, countOnly: true, consistent: false })) total += count;
  return total;
}

/**
 * Returns 1 for an owner who can act, otherwise 0. Only active owners count, because a disabled one cannot appoint
 * another.
 */
export const activeOwners = ({ status }: Pick<StoredUser, 'status'>, role: Role): 0 | 1 =>
  status === 'active' && role === 'owner' ? 1 : 0;

/** Whether this is the organization's only active owner. */
export async function isLastOwner({ user, member }: MemberUser): Promise<boolean> {
  if (activeOwners(user, member.role) === 0) return false;
  const organization = await getItem(keyOf('organization', { org: member.organizationId }));
  return Number(organization?.owners ?? 1) <= 1;
}

/**
 * Makes an active user a member. Returns false when the user already is one, or when the user or the organization is
 * gone.
 *
 * @param also more writes for the same transaction
 */
export function addMember(
  member: Member,
  { caller, action }: AuditedAction,
  also: readonly TransactItem[] = [],
): Promise<boolean> {
  const { organizationId, userId, role } = member;
  return writeIfUnchanged([
    ...also,
    putMemberWrite(member),
    addMembershipWrite(userId),
    ownerCountWrite(organizationId, role === 'owner' ? 1 : 0),
    auditWrite(caller, action, userId),
  ]);
}

/** Changes a member's role. Returns false when the member or the user has changed since it was read. */
export function changeRole(
  { user, member }: MemberUser,
  role: Role,
  { caller, action }: AuditedAction,
): Promise<boolean> {
  const owners = activeOwners(user, role) - activeOwners(user, member.role);
  return writeIfUnchanged([
    updateWrite(memberKey(member), { set: { role }, if: hasRoleOf(member) }),
    checkWrite(keyOf('user', { user: user.id }), hasStatusOf(user)),
    ownerCountWrite(member.organizationId, owners as -1 | 0 | 1),
    auditWrite(caller, action, user.id),
  ]);
}

/** Removes a member but keeps the user. Returns false when the member or the user has changed since it was read. */
export function removeMember({ user, member }: MemberUser, { caller, action }: AuditedAction): Promise<boolean> {
  return writeIfUnchanged([
    deleteMemberWrite(member),
    updateWrite(keyOf('user', { user: user.id }), {
      set: { memberships: expression`if_not_exists(memberships, ${1}) - ${1}` },
      if: hasStatusOf(user),
    }),
    ...ownerLossWrites({ user, member }),
    auditWrite(caller, action, user.id),
  ]);
}

/** Returns the writes that subtract one active owner, if the member was one. */
export const ownerLossWrites = ({ user, member }: MemberUser): TransactItem[] =>
  activeOwners(user, member.role) > 0 ? [ownerCountWrite(member.organizationId, -1)] : [];

export const memberKey = ({ organizationId: org, userId: user }: Member): Key => keyOf('member', { org, user });

export const hasRoleOf = ({ role }: Member): Expression => expression`#role = ${role}`;

export const putMemberWrite = (member: Member): TransactItem =>
  putNewWrite({ ...keysOf('member', { org: member.organizationId, user: member.userId }), ...member });

export const deleteMemberWrite = (member: Member): TransactItem => deleteWrite(memberKey(member), hasRoleOf(member));

/** Deletes a member whose user no longer exists. */
export const dropMember = (member: Member): Promise<void> => deleteOnce(memberKey(member));

export const hasStatusOf = ({ status }: Pick<StoredUser, 'status'>): Expression => expression`#status = ${status}`;

/** Adds one to the memberships. A user without a count has one. */
export const oneMoreMembership = expression`if_not_exists(memberships, ${1}) + ${1}`;

/** Returns the write that counts one more membership of an active user. */
const addMembershipWrite = (user: string): TransactItem =>
  updateWrite(keyOf('user', { user }), {
    set: { memberships: oneMoreMembership },
    if: hasStatusOf({ status: 'active' }),
  });
