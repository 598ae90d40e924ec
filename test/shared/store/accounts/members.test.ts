import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import type { AuditAction } from '../../../../shared/contracts/audit-actions.ts';
import type { Role } from '../../../../shared/contracts/contract.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../shared/ids.ts';
import {
  addMember,
  changeRole,
  countMembers,
  getMember,
  isLastOwner,
  type Member,
  memberRecord,
  membersOf,
  readMembers,
  removeMember,
} from '../../../../shared/store/accounts/members.ts';
import { deleteOrganization } from '../../../../shared/store/accounts/organization-changes.ts';
import {
  bootstrapOrganization,
  createOrganization,
  getOrganization,
} from '../../../../shared/store/accounts/organizations.ts';
import {
  type ChangingMember,
  createUser,
  deleteUser,
  getUserIn,
  membershipCount,
  updateUser,
} from '../../../../shared/store/accounts/user-changes.ts';
import { getUser, userByEmail } from '../../../../shared/store/accounts/users.ts';
import { keyOf, partitionOf } from '../../../../shared/store/keys.ts';
import type { Order } from '../../../../shared/store/query.ts';
import { dynamodb, type Item, tableName } from '../../../../shared/store/table.ts';
import { putNewWrite } from '../../../../shared/store/writes.ts';
import { itInAll } from '../../../support/in-all.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const now = () => new Date().toISOString();
const as = (caller: Caller, action: AuditAction = 'user.created') => ({ caller, action });

let first: Promise<Caller> | undefined;

/** A key of another organization each time, without the hashing of a password that a bootstrap does. */
async function aCaller(): Promise<Caller> {
  first ??= newCaller();
  const { secretKey: _, ...caller } = { secretKey: '', ...(await first) };
  // A user may have created ten.
  const { user } = await newUser(caller, 'viewer');
  const userId = user.id;
  const founded = await createOrganization({ name: 'Example' }, userId, {
    caller: { kind: 'session', id: userId },
    action: 'organization.created',
  });
  return { ...caller, organizationId: founded?.id ?? '' };
}

async function newUser(caller: Caller, role: Role, email = `${newId('user')}@example.com`) {
  const user = { id: newId('user'), email, name: 'Ada', status: 'active' as const, createdAt: now(), updatedAt: now() };
  const member = { organizationId: caller.organizationId, userId: user.id, role, createdAt: now() };
  const written = await createUser({ user: { ...user, passwordHash: 'hash' }, member }, as(caller));
  return { user, written };
}

async function memberIn({ organizationId }: Pick<Caller, 'organizationId'>, userId: string): Promise<ChangingMember> {
  const found = await getUserIn(organizationId, userId);
  if (!found) throw new Error('There is no such member');
  return found;
}

const ownersOf = async ({ organizationId }: Caller) => {
  const members = await membersOf(organizationId);
  const counted = (await getOrganization(organizationId))?.owners;
  expect(members.filter(({ role }) => role === 'owner').length).toBe(counted);
  return counted;
};

/** Counted on the organization, and found by reading. */
const activeOwnersOf = async ({ organizationId }: Caller) => {
  const owners = (await membersOf(organizationId)).filter(({ role }) => role === 'owner');
  const users = await Promise.all(owners.map(({ userId }) => getUser(userId)));
  expect(users.filter(user => user?.status === 'active').length).toBe((await getOrganization(organizationId))?.owners);
  return (await getOrganization(organizationId))?.owners;
};

async function epochOf(userId: string): Promise<number> {
  return (await getUser(userId))?.sessionEpoch ?? 0;
}

async function trailOf({ organizationId }: Caller): Promise<Item[]> {
  const { Items = [] } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partitionOf('auditEvent', 'pk', { org: organizationId }) },
    }),
  );
  return Items as Item[];
}

const found = (member: Member) => memberIn(member, member.userId);

describe('the members of an organization', () => {
  it('are read in both orders from any of them on, and counted, without its environments and other items', async () => {
    const caller = await aCaller();
    for (let added = 0; added < 3; added++) await newUser(caller, 'viewer');
    const ids = (await membersOf(caller.organizationId)).map(({ userId }) => userId);
    const idsFrom = async (order: Order, position?: string) => {
      const read: string[] = [];
      const members = readMembers(caller.organizationId, { order, position, expected: 2 });
      for await (const { userId } of members) read.push(userId);
      return read;
    };
    expect(ids).toEqual(ids.toSorted());
    expect(await idsFrom('asc')).toEqual(ids);
    expect(await idsFrom('desc')).toEqual(ids.toReversed());
    expect(await idsFrom('asc', ids[1])).toEqual(ids.slice(2));
    expect(await idsFrom('desc', ids[1])).toEqual(ids.slice(0, 1));
    expect(await countMembers(caller.organizationId)).toBe(4);
  });
});

describe('a member', () => {
  it('is shown with the name, address and status of its user', () => {
    const member = {
      organizationId: 'org_1',
      userId: 'usr_1',
      role: 'editor' as const,
      createdAt: '2026-02-03T04:05:06Z',
    };
    const user = {
      id: 'usr_1',
      email: 'ada@example.com',
      status: 'disabled' as const,
      createdAt: '2026-01-01T00:00:00Z',
    };
    const record = { ...member, email: 'ada@example.com', name: null, status: 'disabled' };
    expect(memberRecord(member, user)).toEqual(record);
    expect(memberRecord(member, { ...user, name: 'Ada' })).toEqual({ ...record, name: 'Ada' });
  });

  it('is nobody whose ID is not one of a user', async () => {
    const { organizationId } = await aCaller();
    expect(await getMember(organizationId, 'usr_#1')).toBeUndefined();
    expect(await getMember(organizationId, newId('user'))).toBeUndefined();
  });

  it('is added with other writes, or not at all', async () => {
    const [here, there] = [await aCaller(), await aCaller()];
    const { user } = await newUser(there, 'viewer');
    const { organizationId } = here;
    const member = { organizationId, userId: user.id, role: 'owner' as const, createdAt: now() };
    const key = keyOf('signInDomain', { domain: 'added.example', org: organizationId });
    const add = () => addMember(member, as(here, 'member.added'), [putNewWrite(key)]);
    expect(await add()).toBe(true);
    expect(await getMember(organizationId, user.id)).toMatchObject(member);
    expect(await ownersOf(here)).toBe(2);
    await removeMember(await memberIn(here, user.id), as(here));
    expect(await add()).toBe(false);
    expect(await getMember(organizationId, user.id)).toBeUndefined();
  });
});

describe('the owners of an organization', () => {
  it('are never none: of two that are removed at once, one stays', async () => {
    for (let round = 0; round < 8; round++) {
      const caller = await aCaller();
      await newUser(caller, 'owner');
      expect(await ownersOf(caller)).toBe(2);
      const owners = await membersOf(caller.organizationId);
      const removed = await Promise.all(owners.map(async owner => removeMember(await found(owner), as(caller))));
      expect(removed.filter(Boolean)).toHaveLength(1);
      expect(await ownersOf(caller)).toBe(1);
    }
  });

  itInAll('are never none: nor when one is demoted and the other deleted', async () => {
    for (let round = 0; round < 8; round++) {
      const caller = await aCaller();
      const { user } = await newUser(caller, 'owner');
      const second = await memberIn(caller, user.id);
      const first = (await membersOf(caller.organizationId)).find(({ userId }) => userId !== user.id);
      if (!first) throw new Error('There is no first owner');
      const changed = await Promise.all([
        changeRole(await found(first), 'viewer', as(caller)),
        deleteUser(second, as(caller)),
      ]);
      expect(changed.filter(Boolean)).toHaveLength(1);
      expect(await ownersOf(caller)).toBe(1);
    }
  });

  itInAll('are counted while they are active: of two that are disabled at once, one stays', async () => {
    for (let round = 0; round < 8; round++) {
      const caller = await aCaller();
      const owners = [(await newUser(caller, 'owner')).user, (await newUser(caller, 'owner')).user];
      const [first] = await membersOf(caller.organizationId);
      if (!first) throw new Error('There is no first owner');
      expect(await removeMember(await found(first), as(caller))).toBe(true);
      const read = await Promise.all(owners.map(({ id }) => memberIn(caller, id)));
      const disable = { status: 'disabled' as const, updatedAt: now() };
      const disabled = await Promise.all(read.map(each => updateUser(each, disable, { ...as(caller), byOther: true })));
      expect(disabled.filter(Boolean)).toHaveLength(1);
      expect(await activeOwnersOf(caller)).toBe(1);
    }
  });

  it('are counted while they are active: a disabled one is removed without the other, and counts again when enabled', async () => {
    const caller = await aCaller();
    const { id } = (await newUser(caller, 'owner')).user;
    const set = async (status: 'active' | 'disabled') =>
      updateUser(await memberIn(caller, id), { status, updatedAt: now() }, { ...as(caller), byOther: true });
    expect(await set('disabled')).toBe(true);
    const others = (await membersOf(caller.organizationId)).filter(({ userId }) => userId !== id);
    expect(await removeMember(await found(others[0] as Member), as(caller))).toBe(false);
    expect(await set('active')).toBe(true);
    expect(await removeMember(await found(others[0] as Member), as(caller))).toBe(true);
    expect(await set('disabled')).toBe(false);
  });

  it('are the last one when nobody else is an active owner', async () => {
    const caller = await aCaller();
    const [first] = await membersOf(caller.organizationId);
    const owner = await found(first as Member);
    expect(await isLastOwner(owner)).toBe(true);
    expect(await isLastOwner({ ...owner, user: { ...owner.user, status: 'disabled' } })).toBe(false);
    const { user } = await newUser(caller, 'viewer');
    expect(await isLastOwner(await memberIn(caller, user.id))).toBe(false);
    expect(await isLastOwner(owner)).toBe(true);
    await newUser(caller, 'owner');
    expect(await isLastOwner(owner)).toBe(false);
  });

  it('are one where an organization was made before they were counted', async () => {
    const caller = await aCaller();
    const Key = keyOf('organization', { org: caller.organizationId });
    const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key }));
    const { owners: _, ...old } = Item ?? {};
    await dynamodb.send(new PutCommand({ TableName: tableName(), Item: old }));
    const [first] = await membersOf(caller.organizationId);
    if (!first) throw new Error('There is no first owner');
    expect(await removeMember(await found(first), as(caller))).toBe(false);
    expect(await isLastOwner(await found(first))).toBe(true);
    await newUser(caller, 'owner');
    expect(await removeMember(await found(first), as(caller))).toBe(true);
    expect(await ownersOf(caller)).toBe(1);
  });
});

describe('a user', () => {
  it('is created once when many requests bring the same address, in whatever letters', async () => {
    const caller = await aCaller();
    const address = `${newId('user')}@example.com`;
    const addresses = [address, address.toUpperCase(), address.replace('usr', 'Usr'), address];
    const created = await Promise.all(addresses.map(email => newUser(caller, 'viewer', email)));
    expect(created.filter(({ written }) => written)).toHaveLength(1);
    const winner = created.find(({ written }) => written)?.user;
    expect((await userByEmail(address))?.id).toBe(winner?.id);
    expect((await membersOf(caller.organizationId)).length).toBe(2);
  });

  it('gives up its address when it takes another, and never has one that is taken', async () => {
    const caller = await aCaller();
    const [{ user: ada }, { user: bob }] = [await newUser(caller, 'viewer'), await newUser(caller, 'viewer')];
    const read = await memberIn(caller, ada.id);
    const change = (email: string) => ({ email, updatedAt: now() });
    expect(await updateUser(read, change(bob.email.toUpperCase()), { ...as(caller), byOther: true })).toBe(false);
    const fresh = `${newId('user')}@example.org`;
    expect(await updateUser(read, change(fresh), { ...as(caller), byOther: true })).toBe(true);
    expect(await userByEmail(ada.email)).toBeUndefined();
    expect((await userByEmail(fresh))?.id).toBe(ada.id);
    expect((await newUser(caller, 'viewer', ada.email)).written).toBe(true);
  });

  it('loses no change when two come at once', async () => {
    const caller = await aCaller();
    const { user } = await newUser(caller, 'viewer');
    const read = await memberIn(caller, user.id);
    const write = (name: string) => updateUser(read, { name, updatedAt: now() }, { ...as(caller), byOther: true });
    expect((await Promise.all([write('A'), write('B')])).filter(Boolean)).toHaveLength(1);
  });

  it('is changed by no other once it belongs to a second organization, however lately it joined', async () => {
    const [here, there] = [await aCaller(), await aCaller()];
    const { user } = await newUser(here, 'viewer');
    const read = await memberIn(here, user.id);
    const { organizationId } = there;
    expect(await addMember({ organizationId, userId: user.id, role: 'viewer', createdAt: now() }, as(there))).toBe(
      true,
    );
    const change = { passwordHash: 'stolen', updatedAt: now() };
    expect(await updateUser(read, change, { ...as(here), byOther: true })).toBe(false);
    expect(await updateUser(read, change, { ...as(here), byOther: false })).toBe(true);
  });

  it('is only removed from the organization that deletes it when it belongs to another', async () => {
    const [here, there] = [await aCaller(), await aCaller()];
    const { user } = await newUser(here, 'viewer');
    const { organizationId } = there;
    await addMember({ organizationId, userId: user.id, role: 'viewer', createdAt: now() }, as(there));
    const first = await memberIn(here, user.id);
    expect(await deleteUser(first, as(here))).toBe(true);
    expect(await getMember(here.organizationId, user.id)).toBeUndefined();
    expect((await memberIn(there, user.id)).user.email).toBe(user.email);

    const last = await memberIn(there, user.id);
    expect(membershipCount(last.user)).toBe(1);
    expect(await deleteUser(last, as(there))).toBe(true);
    expect(await getUser(user.id)).toBeUndefined();
    expect(await userByEmail(user.email)).toBeUndefined();
  });

  it('loses its sessions with a change of address, password or status, and with no change that concerns one organization', async () => {
    const caller = await aCaller();
    const { user } = await newUser(caller, 'viewer');
    const epochs = [await epochOf(user.id)];
    const update = async (change: object) => {
      const read = await memberIn(caller, user.id);
      expect(await updateUser(read, { ...change, updatedAt: now() }, { ...as(caller), byOther: true })).toBe(true);
      epochs.push(await epochOf(user.id));
    };
    await update({ name: 'Other' });
    await update({ status: 'active', email: user.email });
    await update({ email: `${newId('user')}@example.com` });
    await update({ passwordHash: 'other' });
    await update({ status: 'disabled' });
    expect(await changeRole(await memberIn(caller, user.id), 'admin', as(caller))).toBe(true);
    epochs.push(await epochOf(user.id));
    expect(await removeMember(await memberIn(caller, user.id), as(caller))).toBe(true);
    epochs.push(await epochOf(user.id));
    expect(epochs).toEqual([0, 0, 0, 1, 2, 3, 3, 3]);
  });
});

describe('every change of members and users', () => {
  it('is in the trail of the organization, and a refused one is not', async () => {
    const caller = await aCaller();
    const { user } = await newUser(caller, 'viewer');
    const read = await memberIn(caller, user.id);
    await changeRole(read, 'editor', as(caller, 'member.role_changed'));
    await changeRole(read, 'editor', as(caller, 'user.deleted'));
    await updateUser(read, { name: 'B', updatedAt: now() }, { ...as(caller, 'user.updated'), byOther: true });
    await removeMember(await memberIn(caller, user.id), as(caller, 'member.removed'));
    const trail = await trailOf(caller);
    const actions = ['user.created', 'member.role_changed', 'user.updated', 'member.removed'];
    expect(trail.map(({ action }) => action)).toEqual(['organization.created', ...actions]);
    for (const event of trail.slice(1)) expect(event).toMatchObject({ subjectId: user.id, actorId: caller.id });
  });
});

describe('a deleted organization', () => {
  it('takes no members any more, and is there for nobody', async () => {
    const caller = await aCaller();
    const { user } = await newUser(caller, 'viewer');
    const read = await memberIn(caller, user.id);
    const organization = await getOrganization(caller.organizationId);
    if (!organization) throw new Error('There is no organization');
    expect(await deleteOrganization(organization, { caller, action: 'organization.deleted' })).toBe(true);
    expect(await deleteOrganization(organization, { caller, action: 'organization.deleted' })).toBe(false);
    expect(await getOrganization(caller.organizationId)).toBeUndefined();
    expect((await newUser(caller, 'viewer')).written).toBe(false);
    expect(await changeRole(read, 'owner', as(caller))).toBe(false);
    const { user: stranger } = await newUser(await aCaller(), 'viewer');
    const late = {
      organizationId: caller.organizationId,
      userId: stranger.id,
      role: 'viewer' as const,
      createdAt: now(),
    };
    expect(await addMember(late, as(caller))).toBe(false);
  });
});

describe('a new organization', () => {
  it('belongs to the user who founds it, beside those it had', async () => {
    const caller = await aCaller();
    const { user } = await newUser(caller, 'viewer');
    const founded = await createOrganization({ name: 'Second' }, user.id, {
      caller: { kind: 'session', id: user.id },
      action: 'organization.created',
    });
    const second = { ...caller, organizationId: founded?.id ?? '' };
    const { user: read, member } = await memberIn(second, user.id);
    expect({ role: member.role, memberships: membershipCount(read) }).toEqual({ role: 'owner', memberships: 2 });
    expect(await ownersOf(second)).toBe(1);
    expect((await trailOf(second)).map(({ action }) => action)).toEqual(['organization.created']);
  });

  it('is not founded for a user who is gone', async () => {
    const gone = newId('user');
    expect(
      await createOrganization({ name: 'None' }, gone, {
        caller: { kind: 'session', id: gone },
        action: 'organization.created',
      }),
    ).toBeUndefined();
  });

  it('is not bootstrapped twice with one address', async () => {
    const owner = { email: `${newId('user')}@example.com`, passwordHash: 'hash' };
    expect(await bootstrapOrganization('First', owner)).toBeDefined();
    expect(await bootstrapOrganization('Second', { ...owner, email: owner.email.toUpperCase() })).toBeUndefined();
  });
});
