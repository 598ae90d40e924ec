import type { Role } from '../../contracts/contract.ts';
import { isIdOf } from '../../ids.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { type Expression, expression } from '../expression.ts';
import { type Key, keyOf, keysOf, partitionOf, prefixOf } from '../keys.ts';
import { type Order, queryAll, queryPages } from '../query.ts';
import { deleteOnce, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { readTimeline, spanAfter } from '../timeline.ts';
import { checkWrite, deleteWrite, putNewWrite, updateWrite } from '../writes.ts';
import { ownerCountWrite } from './owner-count.ts';
import type { StoredUser } from './users.ts';

export type Member = { organizationId: string; userId: string; role: Role; createdAt: string };

/** A member with its user, as they were read. */
export type MemberUser = { user: StoredUser; member: Member };

/** A member as everybody sees it: with what the user is called. */
export function memberRecord({ organizationId, userId, role, createdAt }: Member, { email, name, status }: StoredUser) {
  return { organizationId, userId, role, email, name: name ?? null, status, createdAt };
}

/** The member of an organization; undefined when the user is none, and for a text that is no user's id. */
export async function getMember(org: string, user: string): Promise<Member | undefined> {
  if (!isIdOf('user', user)) return undefined;
  return (await getItem(keyOf('member', { org, user }))) as (Item & Member) | undefined;
}

/** Every member of an organization, in order of the ids of the users; strongly consistent. */
export async function membersOf(org: string): Promise<Member[]> {
  const members = await queryAll({ partition: partitionOf('member', 'pk', { org }), prefix: prefixOf('member') });
  return members as (Item & Member)[];
}

/**
 * The members of an organization in order of the ids of the users, page by page; strongly consistent.
 *
 * @param position the id of the user after which to begin
 * @param expected how many the reader expects to take
 */
export async function* readMembers(
  org: string,
  { order, position, expected }: { order: Order; position: string | undefined; expected: number },
): AsyncGenerator<Member> {
  const prefix = prefixOf('member');
  const all = { low: prefix, high: `${prefix}~` };
  const span = position === undefined ? all : spanAfter(prefix + position, order, all);
  const timeline = { partitions: [partitionOf('member', 'pk', { org })] };
  for await (const item of readTimeline(timeline, { order, span, expected })) yield item as Item & Member;
}

/** How many members an organization has, counted by the table: half a read unit for 4 KB, some 25 members. */
export async function countMembers(org: string): Promise<number> {
  const counting = { partition: partitionOf('member', 'pk', { org }), prefix: prefixOf('member') };
  let total = 0;
  for await (const { count } of queryPages({ ...counting, countOnly: true, consistent: false })) total += count;
  return total;
}

/** How many owners this is who can act as such. Those are counted: a disabled one cannot give the organization another. */
export const activeOwners = ({ status }: Pick<StoredUser, 'status'>, role: Role): 0 | 1 =>
  status === 'active' && role === 'owner' ? 1 : 0;

/** Whether this is the only active owner that the organization has. */
export async function isLastOwner({ user, member }: MemberUser): Promise<boolean> {
  if (activeOwners(user, member.role) === 0) return false;
  const organization = await getItem(keyOf('organization', { org: member.organizationId }));
  return Number(organization?.owners ?? 1) <= 1;
}

/**
 * Makes an active user a member. False when the user is one already, or when user or organization is gone.
 *
 * @param also written in the same transaction
 */
export function addMember(
  member: Member,
  { caller, action }: Audited,
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

/** Gives a member another role. False when member or user are not as they were read. */
export function changeRole({ user, member }: MemberUser, role: Role, { caller, action }: Audited): Promise<boolean> {
  const owners = activeOwners(user, role) - activeOwners(user, member.role);
  return writeIfUnchanged([
    updateWrite(memberKey(member), { set: { role }, if: hasRoleOf(member) }),
    checkWrite(keyOf('user', { user: user.id }), hasStatusOf(user)),
    ownerCountWrite(member.organizationId, owners as -1 | 0 | 1),
    auditWrite(caller, action, user.id),
  ]);
}

/** Removes a member; the user stays. False when member or user are not as they were read. */
export function removeMember({ user, member }: MemberUser, { caller, action }: Audited): Promise<boolean> {
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

/** What an organization loses with a member: one owner less, where it was one who can act. */
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

/** A user without a count has one. */
export const oneMoreMembership = expression`if_not_exists(memberships, ${1}) + ${1}`;

/** Counts one more membership of an active user. */
const addMembershipWrite = (user: string): TransactItem =>
  updateWrite(keyOf('user', { user }), {
    set: { memberships: oneMoreMembership },
    if: hasStatusOf({ status: 'active' }),
  });
