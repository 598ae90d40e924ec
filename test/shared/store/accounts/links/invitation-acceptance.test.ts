import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '../../../../../shared/contracts/contract.ts';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../../shared/ids.ts';
import {
  acceptAsNewUser,
  acceptAsUser,
  takeOver,
} from '../../../../../shared/store/accounts/links/invitation-acceptance.ts';
import {
  createInvitation,
  deleteInvitation,
  type Invitation,
  invitationWith,
} from '../../../../../shared/store/accounts/links/invitations.ts';
import { addMember, getMember } from '../../../../../shared/store/accounts/members.ts';
import { deleteOrganization } from '../../../../../shared/store/accounts/organization-changes.ts';
import { bindIdentity } from '../../../../../shared/store/accounts/sign-in/identities.ts';
import { getUser, type StoredUser, userByEmail } from '../../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../../shared/store/keys.ts';
import { updateItem } from '../../../../../shared/store/table.ts';
import {
  actorIn,
  byActor,
  change,
  eventsOf,
  newAddress,
  newMember,
  organizationOf,
  stored,
  style,
  twoFactor,
  userNow,
  userStored,
} from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

/** The organization that invites, new for each test that counts what is in it. */
let here: Caller;
let there: Caller;

beforeAll(async () => {
  there = await newCaller();
});

const createdAt = '2026-02-03T04:05:06.000Z';

async function invited(email: string, role: Role = 'viewer'): Promise<{ invitation: Invitation; token: string }> {
  here = await newCaller();
  const created = await createInvitation(
    await organizationOf(here),
    { email, role },
    { by: here, style },
    { caller: here, action: 'invitation.created' },
  );
  if (!created || created === 'full') throw new Error('The invitation is not stored');
  return created;
}

const memberHere = (userId: string, role: Role = 'viewer') => ({
  ...{ organizationId: here.organizationId, userId, role, createdAt },
});

const accepting = () => ({ caller: actorIn(here.organizationId), action: 'invitation.accepted' as const });

const acceptance = (user: StoredUser) => ({ action: 'invitation.accepted', subjectId: user.id, ...byActor });

const acceptances = () => eventsOf(here.organizationId, 'invitation.accepted');

const ownersHere = async () => (await organizationOf(here)).owners;

const identityOf = ({ email }: StoredUser) => ({
  ...{ issuer: 'https://id.example', subject: newId('user'), email, domain: 'example.com' },
});

/** Everything that someone else may have bound to an account. */
const boundByOther = {
  passwordHash: 'known to another',
  passwordChosenByOther: true,
  twoFactor,
  pendingTwoFactor: { sealed: 'pending', expiresAt: 1 },
  pendingAddress: { email: 'other@example.com', expiresAt: 1 },
};

/** An account that someone else may have had, with an identity, and what stays of it once it is taken. */
async function squatted() {
  const { user: own } = await newMember(there);
  const identity = identityOf(own);
  expect(await bindIdentity(own, identity, [], {})).toBe(true);
  await change(own, { ...boundByOther, addressUnproved: true });
  const user = await userNow(own);
  const { id, email, status, createdAt, revision = 0 } = user;
  const unbound = { unboundAt: expect.any(Number), revision: revision + 1, sessionEpoch: 1 };
  const key = keyOf('identity', { sha256: user.identities?.[0]?.sha256 ?? '' });
  const isBound = async () => (await stored(key)) !== undefined;
  return { user, isBound, taken: { id, email, status, createdAt, memberships: 2, ...unbound } };
}

type Meanwhile = (user: StoredUser, invitation: Invitation) => Promise<unknown>;

const invitationKey = ({ organizationId: org, id }: Invitation) => keyOf('invitation', { org, invitation: id });

const expire = (invitation: Invitation) =>
  updateItem(invitationKey(invitation), { set: { expiresAt: Date.now() - 1 } });

const replaceLink = (invitation: Invitation) =>
  updateItem(invitationKey(invitation), { set: { tokenHash: 'another hash' } });

describe('a user who accepts an invitation', () => {
  it('becomes a member once, and keeps the account as it is', async () => {
    const { user } = await newMember(there, { passwordHash: 'hash', twoFactor, name: 'Ada' });
    const { invitation, token } = await invited(user.email);
    const before = await userStored(user);
    const member = memberHere(user.id);
    const accept = () => acceptAsUser(invitation, { user, member }, { isMailed: true }, accepting());
    expect(await accept()).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, memberships: 2 });
    expect(await getMember(here.organizationId, user.id)).toMatchObject(member);
    expect(await getMember(there.organizationId, user.id)).toBeDefined();
    expect(await invitationWith(token)).toBeUndefined();
    expect(await accept()).toBe(false);
    expect(await acceptances()).toEqual([acceptance(user)]);
    expect(await ownersHere()).toBe(1);
  });

  it('counts as an owner if invited as one, also when the account was changed meanwhile', async () => {
    const { user } = await newMember(there);
    const { invitation } = await invited(user.email, 'owner');
    await change(user, { revision: 7 });
    const member = memberHere(user.id, 'owner');
    expect(await acceptAsUser(invitation, { user, member }, { isMailed: true }, accepting())).toBe(true);
    expect(await getMember(here.organizationId, user.id)).toMatchObject(member);
    expect(await ownersHere()).toBe(2);
  });

  it.each([
    ['a mailed link and a new password', 'new hash', { passwordHash: 'new hash' }],
    ['a mailed link alone', undefined, { passwordHash: 'known to another' }],
  ])('takes the account from whoever had it, by %s', async (_, passwordHash, kept) => {
    const { user, isBound, taken } = await squatted();
    const { invitation } = await invited(user.email);
    const member = memberHere(user.id);
    const by = { passwordHash, isMailed: true };
    expect(await acceptAsUser(invitation, { user, member }, by, accepting())).toBe(true);
    expect(await userStored(user)).toEqual({ ...taken, ...kept });
    expect(await isBound()).toBe(false);
    expect(await acceptances()).toEqual([acceptance(user)]);
  });

  it('takes the account by a new password and a link that the inviter saw, which leaves the address unproved', async () => {
    const { user, isBound, taken } = await squatted();
    const { invitation } = await invited(user.email);
    const by = { passwordHash: 'new hash', isMailed: false };
    expect(await acceptAsUser(invitation, { user, member: memberHere(user.id) }, by, accepting())).toBe(true);
    expect(await userStored(user)).toEqual({ ...taken, passwordHash: 'new hash', addressUnproved: true });
    expect(await isBound()).toBe(false);
  });

  it('proves nothing by a link that the inviter saw: whatever is bound to the account stays', async () => {
    const { user, isBound } = await squatted();
    const { invitation } = await invited(user.email);
    const before = await userStored(user);
    const member = memberHere(user.id);
    expect(await acceptAsUser(invitation, { user, member }, { isMailed: false }, accepting())).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, memberships: 2 });
    expect(await isBound()).toBe(true);
  });

  const revoke: Meanwhile = (_, { organizationId, id }) =>
    deleteInvitation(organizationId, id, { caller: here, action: 'invitation.deleted' });
  const join: Meanwhile = ({ id }) => addMember(memberHere(id), { caller: here, action: 'member.added' });

  it.each<[string, Meanwhile]>([
    ['whose sessions were ended', user => change(user, { sessionEpoch: 1 })],
    ['who was disabled', user => change(user, { status: 'disabled' })],
    ['who became a member', join],
    ['whose invitation was revoked', revoke],
    ['whose invitation expired', (_, invitation) => expire(invitation)],
    ['whose invitation has another link', (_, invitation) => replaceLink(invitation)],
  ])('is not one %s meanwhile', async (_, meanwhile) => {
    const { user } = await newMember(there);
    const { invitation } = await invited(user.email);
    await meanwhile(user, invitation);
    const before = [await userStored(user), await getMember(here.organizationId, user.id)];
    const accepted = acceptAsUser(invitation, { user, member: memberHere(user.id) }, { isMailed: true }, accepting());
    expect(await accepted).toBe(false);
    expect([await userStored(user), await getMember(here.organizationId, user.id)]).toEqual(before);
    expect(await acceptances()).toEqual([]);
  });

  it('is not one whose account changed meanwhile, if it is to be taken from another', async () => {
    const { user, isBound } = await squatted();
    const { invitation, token } = await invited(user.email);
    await change(user, { revision: 7 });
    const before = await userStored(user);
    const member = memberHere(user.id);
    expect(await acceptAsUser(invitation, { user, member }, { isMailed: true }, accepting())).toBe(false);
    expect(await userStored(user)).toEqual(before);
    expect(await isBound()).toBe(true);
    expect(await invitationWith(token)).toMatchObject({ id: invitation.id });
  });

  it('joins no organization that was deleted', async () => {
    const { user } = await newMember(there);
    const { invitation } = await invited(user.email);
    await deleteOrganization(await organizationOf(here), { caller: there, action: 'organization.deleted' });
    const member = memberHere(user.id);
    expect(await acceptAsUser(invitation, { user, member }, { isMailed: true }, accepting())).toBe(false);
    expect(await getMember(here.organizationId, user.id)).toBeUndefined();
  });
});

describe('an account that another organization has disabled', () => {
  it('is taken over by the person who got the invitation', async () => {
    const { user, isBound, taken } = await squatted();
    await change(user, { status: 'disabled' });
    const { invitation, token } = await invited(user.email, 'owner');
    const left = await getMember(there.organizationId, user.id);
    if (!left) throw new Error('There is no such member');
    const disabled = await userNow(user);
    const member = memberHere(user.id, 'owner');
    const take = () => takeOver(invitation, { user: disabled, member }, left, 'new hash', accepting());
    expect(await take()).toBe(true);
    expect(await userStored(user)).toEqual({
      ...{ ...taken, status: 'active', memberships: 1 },
      ...{ passwordHash: 'new hash', updatedAt: createdAt },
    });
    expect(await isBound()).toBe(false);
    expect(await getMember(there.organizationId, user.id)).toBeUndefined();
    expect(await getMember(here.organizationId, user.id)).toMatchObject(member);
    expect(await ownersHere()).toBe(2);
    expect(await invitationWith(token)).toBeUndefined();
    expect(await take()).toBe(false);
    expect(await acceptances()).toEqual([acceptance(user)]);
    const removed = await eventsOf(there.organizationId, 'member.removed');
    expect(removed).toEqual([{ action: 'member.removed', subjectId: user.id, ...byActor }]);
  });

  it.each<[string, Meanwhile]>([
    ['is enabled', user => change(user, { status: 'active' })],
    ['joins a second organization', user => change(user, { memberships: 2 })],
    ['is changed in another way', user => change(user, { revision: 7 })],
    [
      'gets another role there',
      ({ id }) => updateItem(keyOf('member', { org: there.organizationId, user: id }), { set: { role: 'admin' } }),
    ],
    ['lets the invitation expire', (_, invitation) => expire(invitation)],
  ])('stays as it is when it %s meanwhile', async (_, meanwhile) => {
    const { user, member: left } = await newMember(there, { status: 'disabled', passwordHash: 'hash' });
    const { invitation } = await invited(user.email);
    await meanwhile(user, invitation);
    const before = await userStored(user);
    const member = memberHere(user.id);
    expect(await takeOver(invitation, { user, member }, left, 'new hash', accepting())).toBe(false);
    expect(await userStored(user)).toEqual(before);
    expect(await getMember(there.organizationId, user.id)).toBeDefined();
    expect(await getMember(here.organizationId, user.id)).toBeUndefined();
    expect(await acceptances()).toEqual([]);
  });
});

describe('a person without an account who accepts an invitation', () => {
  const newUser = (email: string): StoredUser => ({
    ...{ id: newId('user'), email, status: 'active', passwordHash: 'hash', createdAt },
  });

  it('gets one, as a member', async () => {
    const email = newAddress();
    const { invitation, token } = await invited(email, 'owner');
    const user = newUser(email);
    const member = memberHere(user.id, 'owner');
    expect(await acceptAsNewUser(invitation, { user, member }, accepting())).toBe(true);
    expect(await userStored(user)).toEqual({ ...user, memberships: 1, revision: 1 });
    expect((await userByEmail(email))?.id).toBe(user.id);
    expect(await getMember(here.organizationId, user.id)).toMatchObject(member);
    expect(await ownersHere()).toBe(2);
    expect(await invitationWith(token)).toBeUndefined();
    expect(await acceptances()).toEqual([acceptance(user)]);
  });

  it('gets one at most, and none with an address that is taken', async () => {
    const email = newAddress();
    const { invitation } = await invited(email);
    const [one, other] = [newUser(email), newUser(newAddress())];
    const accept = (user: StoredUser) =>
      acceptAsNewUser(invitation, { user, member: memberHere(user.id) }, accepting());
    expect(await accept(one)).toBe(true);
    expect(await accept(other)).toBe(false);
    const again = await invited(email);
    const third = newUser(email);
    const taken = { user: third, member: memberHere(third.id) };
    expect(await acceptAsNewUser(again.invitation, taken, accepting())).toBe(false);
    expect([await getUser(other.id), await getUser(third.id)]).toEqual([undefined, undefined]);
    expect(await invitationWith(again.token)).toMatchObject({ id: again.invitation.id });
    expect(await acceptances()).toEqual([]);
  });
});
