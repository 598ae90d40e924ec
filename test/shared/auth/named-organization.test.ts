import { expect, it } from '@jest/globals';
import { namedOrganization } from '../../../shared/auth/named-organization.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../shared/ids.ts';
import { createOrganization, getOrganization } from '../../../shared/store/accounts/organizations.ts';
import { newCaller, newOwner } from '../../support/records/records.ts';
import { useTable } from '../../support/table/table.ts';

useTable();

const missing = { status: 404, message: expect.stringContaining('Organization') };

it('finds the organization of a caller, who acts in it with their role', async () => {
  const key: Caller = { ...(await newCaller()), role: 'editor' };
  const organization = await getOrganization(key.organizationId);
  expect(await namedOrganization(key, key.organizationId)).toEqual({
    ...{ organization, actor: { role: 'editor' }, caller: key },
  });
  const session: Caller = { ...key, kind: 'session', id: 'usr_1' };
  expect(await namedOrganization(session, key.organizationId)).toEqual({
    ...{ organization, actor: { role: 'editor', userId: 'usr_1' }, caller: session },
  });
});

it('finds an organization that a key of the caller’s has created, for keys alone', async () => {
  const key: Caller = { ...(await newCaller()), role: 'admin' };
  const { id: owner } = await newOwner();
  const made = await createOrganization({ name: 'Created' }, owner, { caller: key, action: 'organization.created' });
  const id = made?.id ?? '';
  expect(await namedOrganization(key, id)).toEqual({
    organization: await getOrganization(id),
    actor: { role: 'admin' },
    caller: { ...key, organizationId: id },
  });
  await expect(namedOrganization({ ...key, kind: 'session' }, id)).rejects.toMatchObject(missing);
});

it('finds no other organization, none that is unknown, and none without a role', async () => {
  const key: Caller = { ...(await newCaller()), role: 'owner' };
  const { organizationId: other } = await newCaller();
  for (const id of [other, newId('organization'), 'org_#1'])
    await expect(namedOrganization(key, id)).rejects.toMatchObject(missing);
  await expect(namedOrganization({ ...key, role: undefined }, key.organizationId)).rejects.toMatchObject(missing);
});
