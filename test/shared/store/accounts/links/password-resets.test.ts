import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  hashOfSecret,
  newSecret,
  resetSecret,
  resetToken,
} from '../../../../../shared/domain/accounts/account-token.ts';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import {
  createMailedReset,
  createPasswordReset,
  type FoundReset,
  passwordResetWith,
  resetPassword,
} from '../../../../../shared/store/accounts/links/password-resets.ts';
import type { ChangingUser } from '../../../../../shared/store/accounts/user-changes.ts';
import type { StoredUser } from '../../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../../shared/store/keys.ts';
import {
  actorIn,
  byActor,
  change,
  eventsOf,
  isAudited,
  joinMany,
  keptOrigin,
  newMember,
  origin,
  stored,
  style,
  twoFactor,
  userStored,
  waiting,
} from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const halfHour = 1_800_000;
const action = 'user.password_reset_created';

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.MAIL_FROM;
});

const newUser = async (properties: Partial<StoredUser> = {}) => (await newMember(caller, properties)).user;

const create = (user: ChangingUser) => createPasswordReset(user, { caller: actorIn(caller.organizationId), action });

async function found(token: string): Promise<FoundReset> {
  const reset = await passwordResetWith(token);
  if (!reset) throw new Error('There is no such link');
  return reset;
}

const reset = (link: FoundReset) =>
  resetPassword(link, 'new hash', { caller: origin, action: 'user.password_reset', style });

describe('a link that sets a password', () => {
  it('is stored without its token, for half an hour, with what its user was', async () => {
    const user = await newUser({ sessionEpoch: 3 });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const { token = '', expiresAt = 0 } = (await create(user)) ?? {};
    expect(expiresAt).toBe(now + halfHour);
    const sha256 = hashOfSecret(resetSecret(token) ?? '');
    const kept = { userId: user.id, epoch: 3, memberships: 1, expiresAt };
    const ttl = Math.ceil(expiresAt / 1000);
    expect(await stored(keyOf('passwordReset', { sha256 }))).toEqual({ ...kept, ttl });
    const event = { action, subjectId: user.id, ...byActor };
    expect(await eventsOf(caller.organizationId, action)).toContainEqual(event);
    jest.spyOn(Date, 'now').mockReturnValue(expiresAt - 1);
    expect(await passwordResetWith(token)).toMatchObject({ sha256, reset: kept, user });
    jest.spyOn(Date, 'now').mockReturnValue(expiresAt);
    expect(await passwordResetWith(token)).toBeUndefined();
  });

  it('is found by no other text', async () => {
    const { token = '' } = (await create(await newUser())) ?? {};
    for (const text of ['', token.slice('rst_'.length), `${token}x`, resetToken(newSecret())])
      expect(await passwordResetWith(text)).toBeUndefined();
  });

  it.each<[string, Partial<ChangingUser>]>([
    ['is disabled', { status: 'disabled' }],
    ['has ended all sessions', { sessionEpoch: 1 }],
    ['belongs to another organization too', { memberships: 2 }],
  ])('works no more, and is not made, once its user %s', async (_, changed) => {
    const user = await newUser();
    const { token = '' } = (await create(user)) ?? {};
    const link = await found(token);
    await change(user, changed);
    const before = await userStored(user);
    expect(await passwordResetWith(token)).toBeUndefined();
    expect(await create(user)).toBeUndefined();
    await expect(createMailedReset(user)).rejects.toThrow('The user has changed while a link was made');
    expect(await reset(link)).toBe(false);
    expect(await userStored(user)).toEqual(before);
  });

  it('sets no password of a user who has changed since it was read', async () => {
    const user = await newUser();
    const link = await found(await createMailedReset(user));
    await change(user, { revision: 7 });
    const before = await userStored(user);
    expect(await reset(link)).toBe(false);
    expect(await userStored(user)).toEqual(before);
  });
});

describe('a new password', () => {
  it('that a mailed link sets is the user’s own, of an account that was theirs: the rest stays', async () => {
    process.env.MAIL_FROM = 'forms@acme.example';
    const { organizationId } = await newCaller();
    const { user } = await newMember({ organizationId }, { twoFactor, passwordHash: 'hash' });
    const before = await userStored(user);
    const link = await found(await createMailedReset(user));
    expect(await reset(link)).toBe(true);
    const after = { passwordHash: 'new hash', updatedAt: expect.any(String), revision: 2, sessionEpoch: 1 };
    expect(await userStored(user)).toEqual({ ...before, ...after });
    expect(await reset(link)).toBe(false);
    const anonymous = { actorKind: 'anonymous', actorId: 'anonymous', environment: 'production', ...keptOrigin };
    const event = { action: 'user.password_reset', subjectId: user.id, ...anonymous };
    expect(await eventsOf(organizationId, 'user.password_reset')).toEqual([event]);
    const mails = (await waiting('MAIL')).filter(({ email }) => email === user.email);
    expect(mails).toMatchObject([{ kind: 'passwordChanged', email: user.email, ...style }]);
  });

  it.each<[string, Partial<StoredUser>]>([
    ['an unproved address', { addressUnproved: true }],
    ['a password that another chose', { passwordChosenByOther: true }],
  ])('that a mailed link sets takes an account with %s from whoever had it', async (_, properties) => {
    const bound = { twoFactor, pendingTwoFactor: { sealed: 'x', expiresAt: 1 }, passwordHash: 'hash' };
    const user = await newUser({ ...bound, ...properties });
    const { id, email, status, createdAt } = user;
    expect(await reset(await found(await createMailedReset(user)))).toBe(true);
    expect(await userStored(user)).toEqual({
      ...{ id, email, status, createdAt, memberships: 1, revision: 2, sessionEpoch: 1 },
      ...{ passwordHash: 'new hash', updatedAt: expect.any(String), unboundAt: expect.any(Number) },
    });
  });

  it('that a shown link sets may be known to whoever made the link', async () => {
    const user = await newUser({ twoFactor });
    const before = await userStored(user);
    const { token = '' } = (await create(user)) ?? {};
    expect(await reset(await found(token))).toBe(true);
    const shown = { passwordChosenByOther: true, addressUnproved: true };
    const after = { passwordHash: 'new hash', updatedAt: expect.any(String), revision: 2, sessionEpoch: 1 };
    expect(await userStored(user)).toEqual({ ...before, ...shown, ...after });
  });

  it('is set by somebody in more organizations than a transaction has room for, and fifty are told', async () => {
    const user = await newUser();
    const organizations = [caller.organizationId, ...(await joinMany(user.id, 100))];
    expect(await reset(await found(await createMailedReset(user)))).toBe(true);
    const told = await Promise.all(
      organizations.map(organizationId => isAudited({ organizationId }, 'user.password_reset', user)),
    );
    expect(told.filter(Boolean)).toHaveLength(50);
  });
});
