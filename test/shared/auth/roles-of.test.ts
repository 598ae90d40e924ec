import { expect, it } from '@jest/globals';
import { rolesOf } from '../../../shared/auth/roles-of.ts';
import { addMember, membersOf } from '../../../shared/store/accounts/members.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { updateItem } from '../../../shared/store/table.ts';
import { newCaller } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

it('a key has its role in the organization that it is of; one without a role reads', async () => {
  const caller = await newCaller();
  expect([...(await rolesOf(caller))]).toEqual([[caller.organizationId, 'viewer']]);
  expect([...(await rolesOf({ ...caller, role: 'admin' }))]).toEqual([[caller.organizationId, 'admin']]);
});

it('a session has its role in each organization of its user that it may enter', async () => {
  const [here, there] = [await newCaller(), await newCaller()];
  const [owner] = await membersOf(here.organizationId);
  const id = owner?.userId ?? '';
  const member = { organizationId: there.organizationId, userId: id, role: 'editor' as const, createdAt: 'now' };
  expect(await addMember(member, { caller: there, action: 'member.added' })).toBe(true);
  const session = { ...here, kind: 'session', id } as const;
  const both = [
    [here.organizationId, 'owner'],
    [there.organizationId, 'editor'],
  ];
  expect([...(await rolesOf(session))].sort()).toEqual(both.sort());
  const rules = (set: object) => updateItem(keyOf('organization', { org: there.organizationId }), { set: { ...set } });
  await rules({ requireTwoFactor: true });
  expect([...(await rolesOf(session))]).toEqual([[here.organizationId, 'owner']]);
  await updateItem(keyOf('user', { user: id }), { set: { twoFactor: { sealed: 'x' } } });
  expect([...(await rolesOf(session))].sort()).toEqual(both);
  await rules({ singleSignOn: { domains: ['acme.example'], defaultRole: null, required: true } });
  expect([...(await rolesOf(session))]).toEqual([[here.organizationId, 'owner']]);
  const provider = { id: 'acme', domain: 'acme.example' };
  expect([...(await rolesOf({ ...session, provider }))].sort()).toEqual(both);
});
