import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import type { Identity } from '../../../../../shared/domain/accounts/verified-identity.ts';
import { newId } from '../../../../../shared/ids.ts';
import { createInvitation, invitationWith } from '../../../../../shared/store/accounts/links/invitations.ts';
import { getMember } from '../../../../../shared/store/accounts/members.ts';
import {
  bindIdentity,
  createUserOf,
  rememberAddress,
  userOfIdentity,
} from '../../../../../shared/store/accounts/sign-in/identities.ts';
import type { ChangingUser } from '../../../../../shared/store/accounts/user-changes.ts';
import { getUser, type StoredUser, userByEmail } from '../../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../../shared/store/keys.ts';
import { createItem } from '../../../../../shared/store/table.ts';
import {
  change,
  eventsOf,
  keptOrigin,
  newAddress,
  newMember,
  organizationOf,
  origin,
  stored,
  style,
  twoFactor,
  userNow,
  userStored,
} from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const issuer = 'https://id.example';

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

const newUser = async (properties: Partial<StoredUser> = {}) => (await newMember(caller, properties)).user;

const identityOf = (email: string): Identity => ({ issuer, subject: newId('user'), email, domain: 'example.com' });

const sha256Of = ({ subject }: Identity) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

const boundTo = (identity: Identity) => ({ issuer, sha256: sha256Of(identity), email: identity.email.toLowerCase() });

const identityStored = (identity: Identity) => stored(keyOf('identity', { sha256: sha256Of(identity) }));

const byUser = ({ id }: Pick<StoredUser, 'id'>) => ({
  ...{ subjectId: id, actorKind: 'session', actorId: id, environment: 'production', ...keptOrigin },
});

describe('an identity', () => {
  it('is bound to the account of its user, besides those that are', async () => {
    const { organizationId } = await newCaller();
    const earlier = { issuer: 'https://other.example', sha256: 'other', email: 'ada@example.com' };
    const user = await newUser({ identities: [earlier], passwordHash: 'hash', twoFactor });
    const before = await userStored(user);
    const identity = identityOf(user.email.toUpperCase());
    expect(await bindIdentity(user, identity, [organizationId, caller.organizationId], origin)).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, identities: [earlier, boundTo(identity)], revision: 2 });
    expect(await identityStored(identity)).toEqual({ userId: user.id });
    const event = { action: 'user.identity_bound', ...byUser(user) };
    expect(await eventsOf(organizationId, 'user.identity_bound')).toEqual([event]);
    expect(await eventsOf(caller.organizationId, 'user.identity_bound')).toContainEqual(event);
    expect(await userOfIdentity(identity)).toEqual({ user: await userNow(user), counts: true });
  });

  it.each<[string, Partial<StoredUser>]>([
    ['chose its password', { passwordChosenByOther: true }],
    ['gave it an address that nobody proved', { addressUnproved: true }],
  ])('takes an account from someone else who %s, with the password and whatever was bound', async (_, properties) => {
    const own = await newUser({ passwordHash: 'known to another', twoFactor });
    const earlier = identityOf(own.email);
    expect(await bindIdentity(own, earlier, [], {})).toBe(true);
    await change(own, { pendingTwoFactor: { sealed: 'pending', expiresAt: 1 }, ...properties });
    const user = await userNow(own);
    const { id, email, status, createdAt, memberships, revision = 0 } = user;
    const identity = identityOf(email);
    expect(await bindIdentity(user, identity, [], {})).toBe(true);
    expect(await userStored(user)).toEqual({
      ...{ id, email, status, createdAt, memberships, revision: revision + 1, sessionEpoch: 1 },
      ...{ identities: [boundTo(identity)], unboundAt: expect.any(Number) },
    });
    expect(await identityStored(earlier)).toBeUndefined();
    expect(await userOfIdentity(identity)).toMatchObject({ user: { id }, counts: true });
  });

  it.each<[string, Partial<ChangingUser>]>([
    ['has another address', { email: 'other@example.com' }],
    ['was disabled', { status: 'disabled' }],
    ['was changed in another way', { revision: 7 }],
  ])('is not bound to an account that %s meanwhile', async (_, changed) => {
    const user = await newUser();
    const identity = identityOf(user.email);
    await change(user, changed);
    const before = await userStored(user);
    expect(await bindIdentity(user, identity, [caller.organizationId], {})).toBe(false);
    expect(await userStored(user)).toEqual(before);
    expect(await identityStored(identity)).toBeUndefined();
  });

  it('is bound to one account', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const identity = identityOf(one.email);
    expect(await bindIdentity(one, identity, [], {})).toBe(true);
    expect(await bindIdentity(other, identity, [], {})).toBe(false);
    expect(await userNow(other)).not.toHaveProperty('identities');
  });

  it('is nobody’s and forgotten when its account is gone or has it no more, however it came to be', async () => {
    const user = await newUser();
    for (const userId of [newId('user'), user.id]) {
      const identity = identityOf(user.email);
      await createItem({ ...keyOf('identity', { sha256: sha256Of(identity) }), userId });
      expect(await userOfIdentity(identity)).toBeUndefined();
      expect(await identityStored(identity)).toBeUndefined();
    }
    expect(await userOfIdentity(identityOf(user.email))).toBeUndefined();
  });

  it('counts while the address that it was bound to is that of its account', async () => {
    const user = await newUser();
    const identity = identityOf(user.email);
    expect(await bindIdentity(user, identity, [], {})).toBe(true);
    await change(user, { email: 'other@example.com' });
    expect(await userOfIdentity({ ...identity, email: 'other@example.com' })).toMatchObject({ counts: false });
    await change(user, { email: user.email.toUpperCase() });
    expect(await userOfIdentity(identity)).toMatchObject({ counts: true });
  });
});

describe('an identity that was bound before addresses were stored', () => {
  async function oldIdentity() {
    const { id, email } = await newUser();
    const identity = identityOf(email);
    const { email: _, ...old } = boundTo(identity);
    const other = { issuer: 'https://other.example', sha256: 'other' };
    await createItem({ ...keyOf('identity', { sha256: old.sha256 }), userId: id });
    await change({ id }, { identities: [other, old] });
    return { user: await userNow({ id }), identity, other };
  }

  it('counts while its provider vouches for the address of its account', async () => {
    const { user, identity } = await oldIdentity();
    expect(await userOfIdentity({ ...identity, email: user.email.toUpperCase() })).toMatchObject({ counts: true });
    expect(await userOfIdentity({ ...identity, email: newAddress() })).toMatchObject({ counts: false });
  });

  it('gets its address, and no other does', async () => {
    const { user, identity, other } = await oldIdentity();
    const before = await userStored(user);
    expect(await rememberAddress(user, { ...identity, email: identity.email.toUpperCase() })).toBe(true);
    const identities = [other, boundTo(identity)];
    expect(await userStored(user)).toEqual({ ...before, identities, revision: 2 });
    expect(await rememberAddress(user, identity)).toBe(false);
    expect(await rememberAddress(await userNow(user), { ...identity, email: newAddress() })).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, identities, revision: 2 });
  });

  it('is not there to get one when its user has none, or is gone', async () => {
    const user = await newUser();
    expect(await rememberAddress(user, identityOf(user.email))).toBe(true);
    expect(await userNow(user)).toEqual(user);
    const { user: old, identity } = await oldIdentity();
    const gone = { ...old, id: newId('user'), revision: undefined };
    expect(await rememberAddress(gone, identity)).toBe(false);
    expect(await getUser(gone.id)).toBeUndefined();
  });
});

describe('a person without an account who signs in', () => {
  async function invited(email: string) {
    const here = await newCaller();
    const created = await createInvitation(
      await organizationOf(here),
      { email, role: 'owner' },
      { by: here, style },
      { caller: here, action: 'invitation.created' },
    );
    if (!created || created === 'full') throw new Error('The invitation is not stored');
    return { ...created, organizationId: here.organizationId };
  }

  it('gets one, as a member of all organizations that take or invite them', async () => {
    const identity = { ...identityOf(newAddress().toUpperCase()), name: 'Ada' };
    const { invitation, token, organizationId } = await invited(identity.email);
    const taking = { organizationId: (await newCaller()).organizationId, role: 'viewer' as const };
    const joinings = [taking, { organizationId, role: 'owner' as const, invitation }] as const;
    const user = await createUserOf(identity, [...joinings], origin);
    if (!user) throw new Error('The user is not stored');
    const { id, createdAt } = user;
    const { email, name } = identity;
    expect(user).toEqual({
      ...{ id: expect.stringMatching(/^usr_/), email, name, status: 'active', identities: [boundTo(identity)] },
      ...{ createdAt: expect.any(String), updatedAt: createdAt },
    });
    expect(await userStored(user)).toEqual({ ...user, memberships: 2, revision: 1 });
    expect((await userByEmail(email))?.id).toBe(id);
    expect(await userOfIdentity(identity)).toMatchObject({ user: { id }, counts: true });
    for (const { organizationId: org, role } of joinings) {
      expect(await getMember(org, id)).toMatchObject({ organizationId: org, userId: id, role, createdAt });
      expect(await eventsOf(org, 'member.joined')).toEqual([{ action: 'member.joined', ...byUser(user) }]);
    }
    expect(await invitationWith(token)).toBeUndefined();
    expect((await organizationOf({ organizationId })).owners).toBe(2);
  });

  it('gets none when the address or the identity is taken, or the invitation was used', async () => {
    const { organizationId } = caller;
    const joining = { organizationId, role: 'viewer' as const };
    const { email } = await newUser();
    const taken = identityOf(email);
    expect(await createUserOf(taken, [joining], {})).toBeUndefined();
    expect(await identityStored(taken)).toBeUndefined();

    const identity = identityOf(newAddress());
    const { invitation, organizationId: inviting } = await invited(identity.email);
    const invitedTo = { organizationId: inviting, role: 'viewer' as const, invitation };
    expect(await createUserOf(identity, [invitedTo], {})).toBeDefined();
    const again = { ...identity, email: newAddress() };
    expect(await createUserOf(again, [joining], {})).toBeUndefined();
    expect(await userByEmail(again.email)).toBeUndefined();
    const late = identityOf(newAddress());
    expect(await createUserOf(late, [invitedTo], {})).toBeUndefined();
    expect(await userByEmail(late.email)).toBeUndefined();
  });
});
