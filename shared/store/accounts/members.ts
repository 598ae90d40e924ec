import type { Role } from '../../contracts/contract.ts';
import { isIdOf } from '../../ids.ts';
import { type Audited, auditWrite } from '../audit.ts';
import { type Expression, expression } from '../expression.ts';
import { type Key, keyOf, keysOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { deleteOnce, getItem, type Item, type TransactItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, exists, putNewWrite, updateWrite } from '../writes.ts';
import { ownerCountWrite } from './owner-count.ts';
import type { StoredUser } from './users.ts';

export type Member = { organizationId: string; userId: string; role: Role; createdAt: string };

/** A member as everybody sees it: with what the user is called. */
export function memberRecord({ organizationId, userId, role, createdAt }: Member, { email, name }: StoredUser) {
  return { organizationId, userId, role, email, name: name ?? null, createdAt };
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

/** Whether this is the only owner that the organization has. */
export async function isLastOwner({ organizationId, role }: Member): Promise<boolean> {
  if (role !== 'owner') return false;
  const organization = await getItem(keyOf('organization', { org: organizationId }));
  return Number(organization?.owners ?? 1) <= 1;
}

/** Makes a user a member. False when the user is one already, or when user or organization is gone. */
export function addMember(member: Member, { caller, action }: Audited): Promise<boolean> {
  const { organizationId, userId, role } = member;
  return writeIfUnchanged([
    putMemberWrite(member),
    addMembershipWrite(userId),
    ownerCountWrite(organizationId, role === 'owner' ? 1 : 0),
    auditWrite(caller, action, userId),
  ]);
}

/** Gives a member another role, and ends the sessions of the user. False when the member is not as it was read. */
export function changeRole(member: Member, role: Role, { caller, action }: Audited): Promise<boolean> {
  const { organizationId, userId } = member;
  const before = member.role === 'owner' ? 1 : 0;
  const after = role === 'owner' ? 1 : 0;
  return writeIfUnchanged([
    updateWrite(memberKey(member), { set: { role }, if: hasRoleOf(member) }),
    updateWrite(keyOf('user', { user: userId }), { add: { sessionEpoch: 1 }, if: exists }),
    ownerCountWrite(organizationId, (after - before) as -1 | 0 | 1),
    auditWrite(caller, action, userId),
  ]);
}

/** Removes a member, and ends the sessions of the user, who stays. False when the member is not as it was read. */
export function removeMember(member: Member, { caller, action }: Audited): Promise<boolean> {
  return writeIfUnchanged([
    deleteMemberWrite(member),
    removeMembershipWrite(member.userId),
    ...(member.role === 'owner' ? [ownerCountWrite(member.organizationId, -1)] : []),
    auditWrite(caller, action, member.userId),
  ]);
}

const memberKey = ({ organizationId: org, userId: user }: Member): Key => keyOf('member', { org, user });

const hasRoleOf = ({ role }: Member): Expression => expression`#role = ${role}`;

export const putMemberWrite = (member: Member): TransactItem =>
  putNewWrite({ ...keysOf('member', { org: member.organizationId, user: member.userId }), ...member });

export const deleteMemberWrite = (member: Member): TransactItem => deleteWrite(memberKey(member), hasRoleOf(member));

/** Deletes a member whose user no longer exists. */
export const dropMember = (member: Member): Promise<void> => deleteOnce(memberKey(member));

/** Counts one more membership of a user. A user without a count has one. */
export const addMembershipWrite = (user: string): TransactItem =>
  updateWrite(keyOf('user', { user }), {
    set: { memberships: expression`if_not_exists(memberships, ${1}) + ${1}` },
    if: exists,
  });

/** Counts one membership less, and ends the sessions of the user. */
const removeMembershipWrite = (user: string): TransactItem =>
  updateWrite(keyOf('user', { user }), {
    set: { memberships: expression`if_not_exists(memberships, ${1}) - ${1}` },
    add: { sessionEpoch: 1 },
    if: exists,
  });
