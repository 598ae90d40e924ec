import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import {
  type AccountChange,
  type ChangingMember,
  createUser,
  updateUser,
} from '../../../../shared/store/accounts/user-changes.ts';
import { getUser, type StoredUser } from '../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { putNewWrite } from '../../../../shared/store/writes.ts';
import {
  actorIn,
  byActor,
  change,
  eventsOf,
  newAddress,
  newMember,
  twoFactor,
  userStored,
} from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const updatedAt = '2026-02-03T04:05:06.000Z';

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const changing = () => ({ caller: actorIn(caller.organizationId), action: 'user.updated' as const });

const update = (read: ChangingMember, changed: AccountChange, byOther = false) =>
  updateUser(read, { ...changed, updatedAt }, { ...changing(), byOther });

const chosenByOther = { passwordHash: 'known to another', passwordChosenByOther: true, addressUnproved: true };

describe('a user', () => {
  it.each<[string, boolean, Partial<StoredUser>, AccountChange, Partial<StoredUser> & { without?: string[] }]>([
    ['gets a name', false, {}, { name: 'Ada' }, { name: 'Ada' }],
    ['loses its name', false, { name: 'Ada' }, { name: null }, { without: ['name'] }],
    [
      'who chooses a password is the only one to know it, of an address that is as unproved as before',
      false,
      chosenByOther,
      { passwordHash: 'new hash' },
      { passwordHash: 'new hash', sessionEpoch: 1, without: ['passwordChosenByOther'] },
    ],
    [
      'whose password another chooses is no longer alone',
      true,
      { passwordHash: 'hash', twoFactor },
      { passwordHash: 'new hash' },
      { passwordHash: 'new hash', passwordChosenByOther: true, addressUnproved: true, sessionEpoch: 1 },
    ],
    ['whose name another changes is as alone as before', true, chosenByOther, { name: 'Ada' }, { name: 'Ada' }],
    [
      'uses a code for the change',
      false,
      { twoFactor },
      { usedFactor: { ...twoFactor, lastStep: 2 } },
      { twoFactor: { ...twoFactor, lastStep: 2 } },
    ],
    [
      'asks for an address',
      false,
      {},
      { pendingAddress: { email: 'new@example.com', expiresAt: 1 } },
      { pendingAddress: { email: 'new@example.com', expiresAt: 1 } },
    ],
    ['is disabled', true, { twoFactor }, { status: 'disabled' }, { status: 'disabled', sessionEpoch: 1 }],
  ])('%s', async (_, byOther, properties, changed, { without = [], ...after }) => {
    const read = await newMember(caller, properties);
    const before = (await userStored(read.user)) ?? {};
    expect(await update(read, changed, byOther)).toBe(true);
    const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !without.includes(name)));
    expect(await userStored(read.user)).toEqual({ ...kept, ...after, updatedAt, revision: 2 });
  });

  it('who takes another address loses all that was bound to the old one, also a factor that was just used', async () => {
    const bound = {
      twoFactor,
      pendingTwoFactor: { sealed: 'x', expiresAt: 1 },
      pendingAddress: { email: 'x', expiresAt: 1 },
    };
    const read = await newMember(caller, { ...bound, passwordHash: 'hash' });
    const { id, status, createdAt } = read.user;
    const email = newAddress();
    const send = jest.spyOn(dynamodb, 'send');
    expect(await update(read, { email, usedFactor: { ...twoFactor, lastStep: 2 } })).toBe(true);
    // DynamoDB refuses an update that names an attribute twice; the local engine does so only outside transactions.
    const command = send.mock.calls[0]?.[0] as TransactWriteCommand | undefined;
    const named = command?.input.TransactItems?.[0]?.Update?.UpdateExpression?.match(/#n\d+/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual([...new Set(named)]);
    expect(await userStored(read.user)).toEqual({
      ...{
        id,
        email,
        status,
        createdAt,
        updatedAt,
        passwordHash: 'hash',
        memberships: 1,
        revision: 2,
        sessionEpoch: 1,
      },
      ...{ addressUnproved: true, unboundAt: expect.any(Number) },
    });
  });

  it('uses no code that was used meanwhile', async () => {
    const read = await newMember(caller, { twoFactor });
    await change(read.user, { twoFactor: { ...twoFactor, lastStep: 2 } });
    const before = await userStored(read.user);
    expect(await update(read, { name: 'Ada', usedFactor: { ...twoFactor, lastStep: 3 } })).toBe(false);
    expect(await userStored(read.user)).toEqual(before);
  });

  it('is changed with other writes, or not at all, and the trail says so', async () => {
    const { organizationId } = await newCaller();
    const read = await newMember({ organizationId });
    const also = [putNewWrite(keyOf('signInDomain', { domain: 'changed.example', org: organizationId }))];
    const made = { caller: actorIn(organizationId), action: 'user.updated', byOther: false, also } as const;
    expect(await updateUser(read, { name: 'Ada', updatedAt }, made)).toBe(true);
    const { user } = read;
    const current = { ...read, user: { ...user, revision: 2 } };
    expect(await updateUser(current, { name: 'Eve', updatedAt }, made)).toBe(false);
    expect((await getUser(user.id))?.name).toBe('Ada');
    const event = { action: 'user.updated', subjectId: user.id, ...byActor };
    expect(await eventsOf(organizationId, 'user.updated')).toEqual([event]);
  });

  it('is stored with other writes, or not at all', async () => {
    const { organizationId } = caller;
    const also = [putNewWrite(keyOf('signInDomain', { domain: 'created.example', org: organizationId }))];
    const create = (id: string) => {
      const user = { id, email: newAddress(), status: 'active' as const, createdAt: updatedAt };
      const member = { organizationId, userId: id, role: 'viewer' as const, createdAt: updatedAt };
      return createUser({ user, member }, changing(), also);
    };
    expect(await create('usr_first')).toBe(true);
    expect(await create('usr_second')).toBe(false);
    expect([(await getUser('usr_first'))?.id, await getUser('usr_second')]).toEqual(['usr_first', undefined]);
  });
});
