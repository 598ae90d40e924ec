import { expect, it } from '@jest/globals';
import { newId } from '../../../../shared/ids.ts';
import { addMember } from '../../../../shared/store/accounts/members.ts';
import { deleteOrganization } from '../../../../shared/store/accounts/organization-changes.ts';
import { getOrganizations, organizationsOf } from '../../../../shared/store/accounts/organization-lists.ts';
import { createOrganization } from '../../../../shared/store/accounts/organizations.ts';
import { actorIn, newMember, organizationOf } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const remove = async (organizationId: string) =>
  deleteOrganization(await organizationOf({ organizationId }), {
    caller: actorIn('org_other'),
    action: 'organization.deleted',
  });

it('reads the organizations that exist, of many', async () => {
  const [one, other, deleted] = [await newCaller(), await newCaller(), await newCaller()];
  expect(await remove(deleted.organizationId)).toBe(true);
  const ids = [one, deleted, other].map(({ organizationId }) => organizationId);
  const expected = [await organizationOf(one), await organizationOf(other)];
  const found = await getOrganizations([...ids, newId('organization')]);
  expect(found).toHaveLength(2);
  expect(found).toEqual(expect.arrayContaining(expected));
});

it('lists the organizations of a user, without a deleted one', async () => {
  const [here, there, deleted] = [await newCaller(), await newCaller(), await newCaller()];
  const { user } = await newMember(here);
  for (const { organizationId } of [there, deleted]) {
    const member = { organizationId, userId: user.id, role: 'viewer' as const, createdAt: user.createdAt };
    expect(await addMember(member, { caller: actorIn(organizationId), action: 'member.added' })).toBe(true);
  }
  expect(await remove(deleted.organizationId)).toBe(true);
  const { sourceIp, userAgent } = actorIn('org_1');
  const listed = await organizationsOf({ kind: 'session', id: user.id, sourceIp, userAgent });
  expect(listed.sort()).toEqual([here.organizationId, there.organizationId].sort());
});

it('lists the organization of a key first, then those that its keys have created', async () => {
  const caller = await newCaller();
  expect(await organizationsOf(caller)).toEqual([caller.organizationId]);
  const { user } = await newMember(await newCaller());
  const created = await createOrganization({ name: 'Created' }, user.id, { caller, action: 'organization.created' });
  expect(created).toMatchObject({ createdBy: caller.organizationId });
  expect(await organizationsOf(caller)).toEqual([caller.organizationId, created?.id]);
});
