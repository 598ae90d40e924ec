import { expect, it } from '@jest/globals';
import { newId } from '../../../../shared/ids.ts';
import {
  getUsers,
  isUsersAlone,
  openAddress,
  replacePasswordHash,
  type StoredUser,
  userRecord,
} from '../../../../shared/store/accounts/users.ts';
import { change, newMember, userStored } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const user: StoredUser = {
  ...{
    id: 'usr_1',
    email: 'ada@example.com',
    status: 'active',
    passwordHash: 'hash',
    createdAt: '2026-02-03T04:05:06Z',
  },
};

it('shows a user without what is secret', () => {
  const record = {
    ...{ id: 'usr_1', email: 'ada@example.com', emailConfirmed: true, pendingEmail: null, name: null },
    ...{ status: 'active', createdAt: '2026-02-03T04:05:06Z', updatedAt: '2026-02-03T04:05:06Z' },
  };
  expect(userRecord(user)).toEqual(record);
  const pendingAddress = { email: 'new@example.com', expiresAt: Date.now() + 60_000 };
  const updatedAt = '2026-02-04T04:05:06Z';
  const changed = { ...user, name: 'Ada', addressUnproved: true, pendingAddress, updatedAt };
  const shown = { ...record, name: 'Ada', emailConfirmed: false, pendingEmail: 'new@example.com', updatedAt };
  expect(userRecord(changed)).toEqual(shown);
  const late = { ...pendingAddress, expiresAt: Date.now() };
  expect(userRecord({ ...changed, pendingAddress: late })).toEqual({ ...shown, pendingEmail: null });
  expect(openAddress({ ...changed, pendingAddress: late })).toBeUndefined();
});

it('knows an account that someone else may have', () => {
  expect(isUsersAlone(user)).toBe(true);
  expect(isUsersAlone({ ...user, addressUnproved: true })).toBe(false);
  expect(isUsersAlone({ ...user, passwordChosenByOther: true })).toBe(false);
});

it('reads many users, without those that are gone', async () => {
  const caller = await newCaller();
  const [one, other] = [(await newMember(caller)).user, (await newMember(caller)).user];
  const found = await getUsers([one.id, newId('user'), other.id]);
  expect(found).toEqual(
    new Map([
      [one.id, one],
      [other.id, other],
    ]),
  );
  expect(await getUsers([])).toEqual(new Map());
});

it('replaces the hash of a password, unless that has changed', async () => {
  const { user } = await newMember(await newCaller(), { passwordHash: 'old hash' });
  const before = await userStored(user);
  await replacePasswordHash(user, 'better hash');
  expect(await userStored(user)).toEqual({ ...before, passwordHash: 'better hash' });
  await change(user, { passwordHash: 'another password' });
  await replacePasswordHash(user, 'late hash');
  expect((await userStored(user))?.passwordHash).toBe('another password');
});
