import { beforeEach, expect, it } from '@jest/globals';
import { newId } from '../../../../shared/ids.ts';
import {
  foundWrite,
  hasFoundedAll,
  organizationsMax,
  unfoundWrites,
} from '../../../../shared/store/accounts/founders.ts';
import { deleteOrganization } from '../../../../shared/store/accounts/organization-changes.ts';
import { createOrganization } from '../../../../shared/store/accounts/organizations.ts';
import type { ChangingUser } from '../../../../shared/store/accounts/user-changes.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { updateItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { actorIn, newMember, organizationOf, userStored } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let user: ChangingUser;

beforeEach(async () => {
  user = (await newMember(await newCaller())).user;
});

const set = (attributes: object) => updateItem(keyOf('user', { user: user.id }), { set: { ...attributes } });

const found = () => writeIfUnchanged([foundWrite(user.id)]);

async function unfound(): Promise<boolean> {
  const writes = await unfoundWrites(user.id);
  expect(writes).toHaveLength(1);
  return writeIfUnchanged(writes);
}

it('counts the organizations that a user creates, up to ten', async () => {
  const before = await userStored(user);
  expect(organizationsMax).toBe(10);
  expect(await hasFoundedAll(user.id)).toBe(false);
  expect(await found()).toBe(true);
  expect(await userStored(user)).toEqual({ ...before, memberships: 2, founded: 1 });
  await set({ founded: 9 });
  expect(await hasFoundedAll(user.id)).toBe(false);
  expect(await found()).toBe(true);
  expect(await hasFoundedAll(user.id)).toBe(true);
  expect(await found()).toBe(false);
  expect(await userStored(user)).toEqual({ ...before, memberships: 3, founded: 10 });
});

it.each([
  ['is disabled', { status: 'disabled' }],
  ['has an address that nobody has proved', { addressUnproved: true }],
  ['has a password that another chose', { passwordChosenByOther: true }],
])('lets no user create an organization who %s', async (_, attributes) => {
  await set(attributes);
  const before = await userStored(user);
  expect(await found()).toBe(false);
  expect(await userStored(user)).toEqual(before);
});

it('lets a founder create another organization once one is deleted', async () => {
  const caller = { kind: 'session', id: user.id } as const;
  const made = await createOrganization({ name: 'Founded' }, user.id, { caller, action: 'organization.created' });
  const organization = await organizationOf({ organizationId: made?.id ?? '' });
  expect(organization.founder).toBe(user.id);
  expect((await userStored(user))?.founded).toBe(1);
  const deleting = { caller: actorIn(organization.id), action: 'organization.deleted' } as const;
  expect(await deleteOrganization(organization, deleting)).toBe(true);
  expect((await userStored(user))?.founded).toBe(0);
});

it('counts no fewer than none, and nothing for a founder who is unknown or gone', async () => {
  await set({ founded: 1 });
  const [writes] = [await unfoundWrites(user.id)];
  expect(await unfound()).toBe(true);
  expect(await writeIfUnchanged(writes)).toBe(false);
  expect((await userStored(user))?.founded).toBe(0);
  expect(await unfoundWrites(user.id)).toEqual([]);
  expect(await unfoundWrites(undefined)).toEqual([]);
  expect(await unfoundWrites(newId('user'))).toEqual([]);
  expect(await hasFoundedAll(newId('user'))).toBe(false);
});
