import { expect, it } from '@jest/globals';
import { addressToken, newSecret } from '../../../../shared/domain/accounts/account-token.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Identity } from '../../../../shared/domain/accounts/verified-identity.ts';
import { newId } from '../../../../shared/ids.ts';
import {
  addressConfirmedBy,
  confirmAddress,
  newPendingAddress,
  rememberMailedLink,
  requestConfirmation,
} from '../../../../shared/store/accounts/links/address-confirmations.ts';
import {
  createMailedReset,
  createPasswordReset,
  passwordResetWith,
  resetPassword,
} from '../../../../shared/store/accounts/links/password-resets.ts';
import { bindIdentity, userOfIdentity } from '../../../../shared/store/accounts/sign-in/identities.ts';
import { beginEnrolment } from '../../../../shared/store/accounts/sign-in/two-factor.ts';
import {
  type ChangingUser,
  createUser,
  getUserIn,
  updateUser,
} from '../../../../shared/store/accounts/user-changes.ts';
import { type StoredUser, userByEmail } from '../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { userNow } from '../../../support/records/accounts.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const newAddress = () => `${newId('user').toLowerCase()}@example.com`;
const style = { language: 'en', baseUrl: 'https://forms.example' } as const;
const audited = { caller: {}, action: 'user.password_reset', style } as const;

let first: Promise<Caller> | undefined;

async function newUser(properties: Partial<StoredUser> = {}): Promise<ChangingUser> {
  first ??= newCaller();
  const caller = await first;
  const [id, createdAt] = [newId('user'), new Date().toISOString()];
  const user = { id, email: newAddress(), status: 'active' as const, createdAt, ...properties };
  const member = { organizationId: caller.organizationId, userId: id, role: 'viewer' as const, createdAt };
  await createUser({ user, member }, { caller, action: 'user.created' });
  return userNow({ id });
}

const identityOf = (email: string): Identity => ({
  ...{ issuer: 'https://id.example', subject: newId('user'), email, domain: 'example.com' },
});

const bound = async (user: ChangingUser, identity: Identity) => bindIdentity(user, identity, [], {});

async function setAddress(user: ChangingUser, email: string): Promise<boolean> {
  const caller = await (first as Promise<Caller>);
  const found = await getUserIn(caller.organizationId, user.id);
  if (!found) throw new Error('There is no such member');
  const change = { email, updatedAt: new Date().toISOString() };
  return updateUser({ ...found, user }, change, { caller, action: 'user.updated', byOther: true });
}

async function resetByMail(id: string): Promise<boolean> {
  const found = await passwordResetWith(await createMailedReset(await userNow({ id })));
  if (!found) throw new Error('The link does not work');
  return resetPassword(found, 'another hash', audited);
}

it('takes identities away with the address that they were bound to, and stores which that was', async () => {
  const user = await newUser();
  const identity = identityOf(user.email.toUpperCase());
  expect(await bound(user, identity)).toBe(true);
  expect((await userNow(user)).identities).toMatchObject([{ issuer: identity.issuer, email: user.email }]);
  expect(await userOfIdentity(identity)).toMatchObject({ user: { id: user.id }, counts: true });
  expect(await setAddress(await userNow(user), newAddress())).toBe(true);
  expect(await userOfIdentity(identity)).toBeUndefined();
  expect(await userNow(user)).toMatchObject({ addressUnproved: true, unboundAt: expect.any(Number) });
});

it('binds no identity to an account whose address was changed meanwhile', async () => {
  const user = await newUser();
  const identity = identityOf(user.email);
  expect(await setAddress(user, newAddress())).toBe(true);
  expect(await bound(user, identity)).toBe(false);
  expect(await userOfIdentity(identity)).toBeUndefined();
});

it('changes no address of an account that an identity was bound to meanwhile', async () => {
  const user = await newUser();
  expect(await bound(user, identityOf(user.email))).toBe(true);
  expect(await setAddress(user, newAddress())).toBe(false);
});

it('leaves nothing to a squatter after a mailed reset, not even what a request under way stores', async () => {
  const squatted = await newUser({ addressUnproved: true });
  expect(await bound(squatted, identityOf(squatted.email))).toBe(true);
  const user = await newUser({ addressUnproved: true, twoFactor: twoFactor(), passwordHash: 'hash' });
  const session = { epoch: user.sessionEpoch ?? 0 };
  expect(await beginEnrolment({ ...user, twoFactor: undefined }, session, 'sealed')).toBeUndefined();
  expect(await resetByMail(user.id)).toBe(true);
  const taken = await userNow(user);
  for (const name of ['twoFactor', 'pendingTwoFactor', 'identities', 'addressUnproved', 'pendingAddress'])
    expect(taken).not.toHaveProperty(name);
  expect(await beginEnrolment(taken, session, 'sealed')).toBeUndefined();
  expect(await beginEnrolment(taken, { epoch: taken.sessionEpoch ?? 0 }, 'sealed')).toEqual(expect.any(Number));
});

it.each([
  ['someone gives it another', async (user: ChangingUser) => setAddress(user, newAddress())],
  [
    'its user confirms another',
    async (user: ChangingUser) => {
      const { pendingAddress = newPendingAddress('') } = user;
      return confirmAddress(user, pendingAddress, { epoch: user.sessionEpoch ?? 0 }, []);
    },
  ],
])('leaves nothing that was bound to the address of an account when %s', async (_, change) => {
  const pending = newPendingAddress(newAddress());
  const { id } = await newUser({ twoFactor: twoFactor(), pendingTwoFactor: { sealed: 'y', expiresAt: 0 } });
  const identity = identityOf((await userNow({ id })).email);
  expect(await bound(await userNow({ id }), identity)).toBe(true);
  expect(await requestConfirmation(await userNow({ id }), pending, style)).toBe(true);
  const before = await userNow({ id });
  expect(before).toMatchObject({ identities: [{}], twoFactor: {}, pendingTwoFactor: {}, pendingAddress: pending });
  expect(await change(before)).toBe(true);
  const after = await userNow({ id });
  for (const name of ['identities', 'twoFactor', 'pendingTwoFactor', 'pendingAddress'])
    expect(after).not.toHaveProperty(name);
  expect(after.email).not.toBe(before.email);
  expect(after.unboundAt).toEqual(expect.any(Number));
  expect(await userOfIdentity(identity)).toBeUndefined();
});

it('keeps what is bound to an account whose address is known to be its user’s', async () => {
  const user = await newUser({ twoFactor: twoFactor() });
  const identity = identityOf(user.email);
  expect(await bound(user, identity)).toBe(true);
  expect(await resetByMail(user.id)).toBe(true);
  expect(await userOfIdentity(identity)).toMatchObject({ user: { id: user.id, twoFactor: twoFactor() }, counts: true });
});

it('lets a user in by a link that someone made, for half an hour, and knows that they saw it', async () => {
  const user = await newUser();
  const made = { caller: await (first as Promise<Caller>), action: 'user.password_reset_created' as const };
  const before = Date.now();
  const { token = '', expiresAt = 0 } = (await createPasswordReset(user, made)) ?? {};
  expect(expiresAt).toBeGreaterThanOrEqual(before + 30 * 60_000);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
  const found = await passwordResetWith(token);
  expect(found).toMatchObject({ reset: { userId: user.id, expiresAt }, user: { id: user.id } });
  expect(found && (await resetPassword(found, 'another hash', audited))).toBe(true);
  expect(await userNow(user)).toMatchObject({ passwordChosenByOther: true, addressUnproved: true });
  expect(await passwordResetWith(token)).toBeUndefined();
  expect(await createPasswordReset(user, made)).toBeUndefined();
});

const twoFactor = () => ({ sealed: 'x', lastStep: 1, recoveryCodes: [], enabledAt: '2026-01-01T00:00:00.000Z' });

/** A user who asks for an address, and the token that was mailed there. */
async function asking(email: string): Promise<{ user: ChangingUser; token: string }> {
  const before = await newUser();
  const pending = newPendingAddress(email);
  expect(await requestConfirmation(before, pending, style)).toBe(true);
  const secret = newSecret();
  expect(await rememberMailedLink(before, pending, secret)).toBe(true);
  return { user: await userNow(before), token: addressToken({ userId: before.id, secret }) };
}

it('gives an address to one of two who confirm it at once, and to each once', async () => {
  const email = newAddress();
  const [one, other] = [await asking(email), await asking(email)];
  const confirm = ({ user, token }: typeof one) => {
    const pending = addressConfirmedBy(user, token);
    return pending ? confirmAddress(user, pending, { epoch: user.sessionEpoch ?? 0 }, []) : Promise.resolve('no link');
  };
  const confirmed = await Promise.all([confirm(one), confirm(one), confirm(other), confirm(other)]);
  expect(confirmed.filter(result => result === true)).toHaveLength(1);
  const owner = await userByEmail(email);
  expect([one.user.id, other.user.id]).toContain(owner?.id);
  const loser = owner?.id === one.user.id ? other : one;
  expect(await userNow(loser.user)).toMatchObject({ email: loser.user.email });
  expect(await getItem(keyOf('emailAddress', { email: loser.user.email }))).toMatchObject({ userId: loser.user.id });
});

it('confirms an address by its own token alone, and for nobody whose sessions have ended', async () => {
  const { user, token } = await asking(newAddress());
  const someone = await asking(newAddress());
  expect(addressConfirmedBy(user, someone.token)).toBeUndefined();
  expect(addressConfirmedBy(user, addressToken({ userId: user.id, secret: newSecret() }))).toBeUndefined();
  expect(addressConfirmedBy({ ...user, pendingAddress: undefined }, token)).toBeUndefined();
  const pending = addressConfirmedBy(user, token);
  expect(pending && (await confirmAddress(user, pending, { epoch: 7 }, []))).toBe(false);
});
