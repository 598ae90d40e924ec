import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import type { AuditAction } from '../../../shared/contracts/audit-actions.ts';
import type { Role } from '../../../shared/contracts/contract.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../shared/ids.ts';
import { addMember } from '../../../shared/store/accounts/members.ts';
import { getOrganization, type StoredOrganization } from '../../../shared/store/accounts/organizations.ts';
import {
  type ChangingMember,
  type ChangingUser,
  createUser,
  getUserIn,
} from '../../../shared/store/accounts/user-changes.ts';
import { getUser, type StoredUser } from '../../../shared/store/accounts/users.ts';
import type { AuditActor } from '../../../shared/store/audit.ts';
import { type Key, keyOf, keysOf, partitionOf } from '../../../shared/store/keys.ts';
import { queryAll } from '../../../shared/store/query.ts';
import { batchPut, dynamodb, getItem, tableName, updateItem } from '../../../shared/store/table.ts';
import { newCaller } from './records.ts';

type Attributes = Record<string, unknown>;

export const style = { language: 'en', baseUrl: 'https://forms.example' } as const;

export const twoFactor = {
  ...{ sealed: 'sealed', lastStep: 1, recoveryCodes: ['a', 'b'], enabledAt: '2026-01-01T00:00:00.000Z' },
};

export const newAddress = (): string => `${newId('user').toLowerCase()}@example.com`;

/** Stores a member of the caller's organization, with these attributes beside the usual ones. */
export async function newMember(
  { organizationId }: Pick<Caller, 'organizationId'>,
  properties: Partial<StoredUser> = {},
  role: Role = 'viewer',
): Promise<ChangingMember> {
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  const user = { id, email: newAddress(), status: 'active' as const, createdAt, ...properties };
  const caller = actorIn(organizationId);
  await createUser(
    { user, member: { organizationId, userId: id, role, createdAt } },
    { caller, action: 'user.created' },
  );
  const found = await getUserIn(organizationId, id);
  if (!found) throw new Error('The member is not stored');
  return found;
}

/** Returns an actor in an organization, whose origin is known. */
export const actorIn = (organizationId: string): AuditActor => ({
  ...{ kind: 'session', id: 'usr_actor', organizationId, environment: 'production' },
  ...{ sourceIp: '192.0.2.77', userAgent: 'curl/8.5.0' },
});

/** The origin of a request, and what an audit trail keeps of it. */
export const origin = { sourceIp: '192.0.2.77', userAgent: 'curl/8.5.0' };
export const keptOrigin = { sourceIp: '192.0.2.0/24', userAgent: 'curl' };

/** The attributes of an event that `actorIn` has caused. */
export const byActor = { actorKind: 'session', actorId: 'usr_actor', environment: 'production', ...keptOrigin };

/** Returns the attributes of an item, without its keys and the mark of its last writer. */
export async function stored(key: Key): Promise<Attributes | undefined> {
  const item = await getItem(key);
  return item && bare(item);
}

function bare({ pk, sk, gsi1pk, gsi1sk, stamp, ...attributes }: Attributes): Attributes {
  return attributes;
}

export const userStored = ({ id }: Pick<StoredUser, 'id'>) => stored(keyOf('user', { user: id }));

export const change = (user: Pick<StoredUser, 'id'>, set: Partial<ChangingUser>): Promise<boolean> =>
  updateItem(keyOf('user', { user: user.id }), { set });

export async function organizationOf({ organizationId }: Pick<Caller, 'organizationId'>): Promise<StoredOrganization> {
  const organization = await getOrganization(organizationId);
  if (!organization) throw new Error('There is no organization');
  return organization;
}

/** Returns an organization's events of an action, oldest first, without their times. */
export async function eventsOf(org: string, action: AuditAction): Promise<Attributes[]> {
  const events = await queryAll({ partition: partitionOf('auditEvent', 'pk', { org }) });
  return events.filter(event => event.action === action).map(withoutTimes);
}

/** Whether an organization has an event of this action about a user. */
export async function isAudited(
  { organizationId }: Pick<Caller, 'organizationId'>,
  action: AuditAction,
  { id }: Pick<StoredUser, 'id'>,
): Promise<boolean> {
  return (await eventsOf(organizationId, action)).some(({ subjectId }) => subjectId === id);
}

function withoutTimes(event: Attributes): Attributes {
  const { createdAt, ttl, ...attributes } = bare(event);
  return attributes;
}

/** Returns a user as it is stored, with all that a change needs. */
export async function userNow({ id }: Pick<StoredUser, 'id'>): Promise<ChangingUser> {
  const user = await getUser(id);
  if (!user) throw new Error('There is no such user');
  return user;
}

/** Stores a member of two new organizations. */
export async function memberOfTwo(): Promise<{ user: ChangingUser; organizations: string[] }> {
  const [{ organizationId: here }, { organizationId: there }] = [await newCaller(), await newCaller()];
  const { user } = await newMember({ organizationId: here });
  const second = { organizationId: there, userId: user.id, role: 'viewer' as const, createdAt: user.createdAt };
  expect(await addMember(second, { caller: actorIn(there), action: 'member.added' })).toBe(true);
  return { user, organizations: [here, there] };
}

/** Makes a user a member of so many more organizations, which have nothing but their names. */
export async function joinMany(userId: string, count: number): Promise<string[]> {
  const [orgs, createdAt] = [Array.from({ length: count }, () => newId('organization')), new Date().toISOString()];
  await batchPut(
    orgs.flatMap(org => [
      { ...keyOf('organization', { org }), id: org, name: org },
      { ...keysOf('member', { org, user: userId }), organizationId: org, userId, role: 'viewer', createdAt },
    ]),
  );
  return orgs;
}

/** Returns the mails or jobs that wait in the table. */
export async function waiting(kind: 'MAIL' | 'JOB'): Promise<Attributes[]> {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  return Items.filter(({ sk }) => sk === kind).map(bare);
}
