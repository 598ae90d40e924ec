import { beforeAll, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../shared/ids.ts';
import { addMember } from '../../../../shared/store/accounts/members.ts';
import {
  isMemberOfAny,
  membershipsAmong,
  membershipsOf,
  memberWithEmail,
  userInOrganization,
} from '../../../../shared/store/accounts/memberships.ts';
import type { ChangingMember } from '../../../../shared/store/accounts/user-changes.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { updateItem } from '../../../../shared/store/table.ts';
import { actorIn, newAddress, newMember, organizationOf } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let here: Caller;
let there: Caller;
let member: ChangingMember;

beforeAll(async () => {
  [here, there] = [await newCaller(), await newCaller()];
  member = await newMember(here);
});

it('finds the member with an address, in whatever letters, in its organization alone', async () => {
  const { user } = member;
  expect(await memberWithEmail(here.organizationId, user.email.toUpperCase())).toEqual(member.member);
  expect(await memberWithEmail(there.organizationId, user.email)).toBeUndefined();
  expect(await memberWithEmail(here.organizationId, newAddress())).toBeUndefined();
});

it('tells of which organizations a user is a member', async () => {
  const orgs = [there.organizationId, here.organizationId, newId('organization')];
  expect(await membershipsAmong(orgs, member.user)).toEqual([here.organizationId]);
  expect(await isMemberOfAny(orgs, member.user)).toBe(true);
  expect(await isMemberOfAny([there.organizationId], member.user)).toBe(false);
  expect(await membershipsAmong(orgs, undefined)).toEqual([]);
  expect(await isMemberOfAny(orgs, undefined)).toBe(false);
  expect(await isMemberOfAny([], member.user)).toBe(false);
});

it('lets a user into an environment of an organization with its role there, under the rules of the organization', async () => {
  const { organizationId: org } = here;
  const { id } = member.user;
  const { user, entrance } = await userInOrganization(id, { org, environment: 'production' });
  expect(user).toEqual(member.user);
  const { environmentId } = here;
  const tenancy = { role: 'viewer', organizationId: org, environmentId, environment: 'production' };
  expect(entrance).toEqual({ tenancy, policy: await organizationOf(here) });
});

it('lets a user in nowhere without a membership, or without an organization', async () => {
  const { id } = member.user;
  const outside = { user: member.user, entrance: undefined };
  const environment = 'production';
  expect(await userInOrganization(id, { org: there.organizationId, environment })).toEqual(outside);
  expect(await userInOrganization(id, { org: undefined, environment })).toEqual(outside);
  expect(await userInOrganization(id, { org: newId('organization'), environment })).toEqual(outside);
  const nobody = { user: undefined, entrance: undefined };
  expect(await userInOrganization(newId('user'), { org: here.organizationId, environment })).toEqual(nobody);
});

it('lists the organizations of a user by the time that the user joined, without one that is being purged', async () => {
  const callers = [await newCaller(), await newCaller(), await newCaller()] as const;
  const times = ['2026-02-03T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
  const { user } = await newMember(here);
  for (const [index, { organizationId }] of callers.entries()) {
    const joined = { organizationId, userId: user.id, role: 'editor' as const, createdAt: times[index] ?? '' };
    expect(await addMember(joined, { caller: actorIn(organizationId), action: 'member.added' })).toBe(true);
  }
  const [first, second, purged]: readonly [Caller, Caller, Caller] = callers;
  const org = { org: purged.organizationId };
  await updateItem(keyOf('organization', org), { set: { status: 'deleted' } });
  await updateItem(keyOf('organization', { org: second.organizationId }), { set: { requireTwoFactor: true } });
  const joined = async (caller: Caller, createdAt: string, role = 'editor') => ({
    ...{
      organizationId: caller.organizationId,
      name: 'Example',
      role,
      createdAt,
      policy: await organizationOf(caller),
    },
  });
  expect(await membershipsOf(user.id)).toEqual([
    await joined(second, times[1] ?? ''),
    await joined(first, times[0] ?? ''),
    await joined(here, user.createdAt, 'viewer'),
  ]);
});
