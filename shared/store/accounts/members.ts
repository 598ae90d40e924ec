import { DeleteCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Role } from '../../contracts/contract.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { isIdOf } from '../../ids.ts';
import { auditWrite } from '../audit.ts';
import { keyOf, keysOf, partitionOf, prefixOf } from '../keys.ts';
import { dynamodb, type Item, queryAll, type TransactItem, tableName, writeIfUnchanged } from '../table.ts';
import { ownerCountWrite } from './owner-count.ts';
import type { StoredUser } from './users.ts';

export type Member = { organizationId: string; userId: string; role: Role; createdAt: string };

/** A member as everybody sees it: with what the user is called. */
export function memberRecord({ organizationId, userId, role, createdAt }: Member, { email, name }: StoredUser) {
  return { organizationId, userId, role, email, name: name ?? null, createdAt };
}

/** Who makes a change, in the organization that it is made in, and what the audit trail calls it. */
export type Audited = { caller: Caller; action: string };

/** The member of an organization; undefined when the user is none, and for a text that is no user's id. */
export async function getMember(org: string, user: string): Promise<Member | undefined> {
  if (!isIdOf('user', user)) return undefined;
  const Key = keyOf('member', { org, user });
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Item as Member | undefined;
}

/** Every member of an organization, in order of the ids of the users; strongly consistent. */
export async function membersOf(org: string): Promise<Member[]> {
  const members = await queryAll({
    KeyConditionExpression: 'pk = :org AND begins_with(sk, :members)',
    ExpressionAttributeValues: { ':org': partitionOf('member', 'pk', { org }), ':members': prefixOf('member') },
  });
  return members as (Item & Member)[];
}

/** Whether this is the only owner that the organization has. */
export async function isLastOwner({ organizationId, role }: Member): Promise<boolean> {
  if (role !== 'owner') return false;
  const Key = keyOf('organization', { org: organizationId });
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  return Number(Item?.owners ?? 1) <= 1;
}

/** Makes a user a member. False when the user is one already, or when user or organization is gone. */
export function addMember(member: Member, { caller, action }: Audited): Promise<boolean> {
  const { organizationId, userId, role } = member;
  return writeIfUnchanged(
    new TransactWriteCommand({
      TransactItems: [
        putMemberWrite(member),
        addMembershipWrite(userId),
        ownerCountWrite(organizationId, role === 'owner' ? 1 : 0),
        auditWrite(caller, action, userId),
      ],
    }),
  );
}

/** Gives a member another role, and ends the sessions of the user. False when the member is not as it was read. */
export function changeRole(member: Member, role: Role, { caller, action }: Audited): Promise<boolean> {
  const { organizationId, userId } = member;
  const before = member.role === 'owner' ? 1 : 0;
  const after = role === 'owner' ? 1 : 0;
  const Update = {
    TableName: tableName(),
    Key: keyOf('member', { org: organizationId, user: userId }),
    UpdateExpression: 'SET #role = :role',
    ConditionExpression: '#role = :read',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':role': role, ':read': member.role },
  };
  const endSessions = {
    TableName: tableName(),
    Key: keyOf('user', { user: userId }),
    UpdateExpression: 'ADD sessionEpoch :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1 },
  };
  return writeIfUnchanged(
    new TransactWriteCommand({
      TransactItems: [
        { Update },
        { Update: endSessions },
        ownerCountWrite(organizationId, (after - before) as -1 | 0 | 1),
        auditWrite(caller, action, userId),
      ],
    }),
  );
}

/** Removes a member, and ends the sessions of the user, who stays. False when the member is not as it was read. */
export function removeMember(member: Member, { caller, action }: Audited): Promise<boolean> {
  return writeIfUnchanged(
    new TransactWriteCommand({
      TransactItems: [
        deleteMemberWrite(member),
        removeMembershipWrite(member.userId),
        ...(member.role === 'owner' ? [ownerCountWrite(member.organizationId, -1)] : []),
        auditWrite(caller, action, member.userId),
      ],
    }),
  );
}

export const putMemberWrite = (member: Member): TransactItem => ({
  Put: {
    TableName: tableName(),
    Item: { ...keysOf('member', { org: member.organizationId, user: member.userId }), ...member } as Item,
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const deleteMemberWrite = ({ organizationId: org, userId: user, role }: Member): TransactItem => ({
  Delete: {
    TableName: tableName(),
    Key: keyOf('member', { org, user }),
    ConditionExpression: '#role = :read',
    ExpressionAttributeNames: { '#role': 'role' },
    ExpressionAttributeValues: { ':read': role },
  },
});

/** Deletes a member whose user no longer exists. */
export async function dropMember({ organizationId: org, userId: user }: Member): Promise<void> {
  await dynamodb.send(new DeleteCommand({ TableName: tableName(), Key: keyOf('member', { org, user }) }));
}

/** Counts one more membership of a user. A user without a count has one. */
export const addMembershipWrite = (user: string): TransactItem => ({
  Update: {
    TableName: tableName(),
    Key: keyOf('user', { user }),
    UpdateExpression: 'SET memberships = if_not_exists(memberships, :one) + :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1 },
  },
});

/** Counts one membership less, and ends the sessions of the user. */
const removeMembershipWrite = (user: string): TransactItem => ({
  Update: {
    TableName: tableName(),
    Key: keyOf('user', { user }),
    UpdateExpression: 'SET memberships = if_not_exists(memberships, :one) - :one ADD sessionEpoch :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':one': 1 },
  },
});
