import { beforeAll, expect, it, jest } from '@jest/globals';
import { checkEveryOrganization } from '../../../shared/auth/check-every-organization.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../shared/ids.ts';
import { addMember } from '../../../shared/store/accounts/members.ts';
import { type ChangingUser, createUser, getUserIn } from '../../../shared/store/accounts/user-changes.ts';
import { newCaller } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

let caller: Caller;
let other: Caller;

beforeAll(async () => {
  [caller, other] = [{ ...(await newCaller()), role: 'admin' }, await newCaller()];
});

async function newUser(): Promise<ChangingUser> {
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  const user = { id, email: `${id}@example.com`, status: 'active' as const, createdAt };
  const { organizationId } = caller;
  const member = { organizationId, userId: id, role: 'editor' as const, createdAt };
  await createUser({ user, member }, { caller, action: 'user.created' });
  const found = await getUserIn(organizationId, id);
  if (!found) throw new Error('The user is not stored');
  return found.user;
}

const refused = { status: 403, code: 'insufficient_permission', message: expect.stringContaining('Not yours.') };

it('lets a caller act who may in every organization of the user', async () => {
  const user = await newUser();
  const permits = jest.fn(() => true);
  await checkEveryOrganization(user, caller, permits, 'Not yours.');
  expect(permits.mock.calls).toEqual([[{ role: 'admin' }, 'editor']]);
});

it('refuses a caller who may not in one of them', async () => {
  const user = await newUser();
  await expect(checkEveryOrganization(user, caller, () => false, 'Not yours.')).rejects.toMatchObject(refused);
});

it('refuses a caller who is not in one of them, also when no list has that one yet', async () => {
  const user = await newUser();
  const check = (read: ChangingUser) => checkEveryOrganization(read, caller, () => true, 'Not yours.');
  await expect(check({ ...user, memberships: 2 })).rejects.toMatchObject(refused);
  const member = { organizationId: other.organizationId, userId: user.id, role: 'viewer' as const, createdAt: 'now' };
  expect(await addMember(member, { caller: other, action: 'member.added' })).toBe(true);
  await expect(check({ ...user, memberships: 2 })).rejects.toMatchObject(refused);
});
