import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addressToken, hashOfSecret, newSecret } from '../../../../../shared/domain/accounts/account-token.ts';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../../shared/ids.ts';
import {
  addressConfirmedBy,
  cancelConfirmation,
  confirmAddress,
  newPendingAddress,
  rememberMailedLink,
  requestConfirmation,
} from '../../../../../shared/store/accounts/links/address-confirmations.ts';
import type { ChangingUser } from '../../../../../shared/store/accounts/user-changes.ts';
import { getUser, type StoredUser, userByEmail } from '../../../../../shared/store/accounts/users.ts';
import { auditWrite } from '../../../../../shared/store/audit.ts';
import {
  actorIn,
  change,
  isAudited,
  newAddress,
  newMember,
  style,
  twoFactor,
  userNow,
  userStored,
  waiting,
} from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const day = 24 * 3_600_000;

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.MAIL_FROM;
});

const newUser = async (properties: Partial<StoredUser> = {}) => (await newMember(caller, properties)).user;

const noted = ({ id }: StoredUser) => [auditWrite(actorIn(caller.organizationId), 'user.address_confirmed', id)];

const isNoted = (user: StoredUser) => isAudited(caller, 'user.address_confirmed', user);

describe('a requested address', () => {
  it('is mailed a link, and can be confirmed for a day', async () => {
    process.env.MAIL_FROM = 'forms@acme.example';
    const user = await newUser();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const pending = newPendingAddress(newAddress());
    expect(pending.expiresAt).toBe(now + day);
    expect(await requestConfirmation(user, pending, style)).toBe(true);
    expect(await userNow(user)).toEqual({ ...user, pendingAddress: pending, revision: 2 });
    const mails = (await waiting('MAIL')).filter(({ userId }) => userId === user.id);
    expect(mails).toMatchObject([{ kind: 'addressConfirmation', userId: user.id, ...style }]);
    expect(await requestConfirmation(user, newPendingAddress('late@example.com'), style)).toBe(false);
    expect((await waiting('MAIL')).filter(({ userId }) => userId === user.id)).toHaveLength(1);
    const secret = newSecret();
    expect(await rememberMailedLink(user, pending, secret)).toBe(true);
    const mailed = { ...pending, mailedHashes: [hashOfSecret(secret)] };
    const token = addressToken({ userId: user.id, secret });
    const asking = await userNow(user);
    jest.spyOn(Date, 'now').mockReturnValue(pending.expiresAt - 1);
    expect(addressConfirmedBy(asking, token)).toEqual(mailed);
    jest.spyOn(Date, 'now').mockReturnValue(pending.expiresAt);
    expect(addressConfirmedBy(asking, token)).toBeUndefined();
  });

  it('is confirmed by its three newest links, until another is asked for', async () => {
    const pending = newPendingAddress(newAddress());
    const user = await newUser({ pendingAddress: pending });
    const secrets = [newSecret(), newSecret(), newSecret(), newSecret()];
    for (const secret of secrets) {
      const { pendingAddress = pending } = await userNow(user);
      expect(await rememberMailedLink(user, pendingAddress, secret)).toBe(true);
    }
    const asking = await userNow(user);
    expect(asking.pendingAddress).toEqual({
      ...pending,
      mailedHashes: secrets.slice(1).toReversed().map(hashOfSecret),
    });
    const confirmed = secrets.map(secret => addressConfirmedBy(asking, addressToken({ userId: user.id, secret })));
    expect(confirmed.map(Boolean)).toEqual([false, true, true, true]);
    expect(await rememberMailedLink(user, pending, newSecret())).toBe(false);
    expect(await userNow(user)).toEqual(asking);
    const [, secret = ''] = secrets;
    expect(
      addressConfirmedBy({ ...asking, id: newId('user') }, addressToken({ userId: user.id, secret })),
    ).toBeUndefined();
    expect(
      addressConfirmedBy({ ...asking, pendingAddress: pending }, addressToken({ userId: user.id, secret })),
    ).toBeUndefined();
  });

  it('is given up as it was read, once', async () => {
    const user = await newUser({ pendingAddress: newPendingAddress(newAddress()) });
    const { pendingAddress: _, ...before } = (await userStored(user)) ?? {};
    expect(await cancelConfirmation({ ...user, revision: 0 }, noted(user))).toBe(false);
    expect(await userNow(user)).toEqual(user);
    expect(await isNoted(user)).toBe(false);
    expect(await cancelConfirmation(user, noted(user))).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, revision: 2 });
    expect(await isNoted(user)).toBe(true);
    expect(await cancelConfirmation(user, [])).toBe(false);
  });

  it('is given up by no user who is gone', async () => {
    const gone = { ...(await newUser()), id: newId('user'), revision: undefined };
    expect(await cancelConfirmation(gone, [])).toBe(false);
    expect(await requestConfirmation(gone, newPendingAddress(newAddress()), style)).toBe(false);
    expect(await getUser(gone.id)).toBeUndefined();
  });
});

describe('a confirmed address', () => {
  it('that its account has proves the account, and takes nothing from it', async () => {
    const user = await newUser({ addressUnproved: true, twoFactor, sessionEpoch: 3 });
    const pendingAddress = newPendingAddress(user.email.toUpperCase());
    await change(user, { pendingAddress });
    const asking = await userNow(user);
    const { addressUnproved: _, pendingAddress: __, ...before } = (await userStored(user)) ?? {};
    expect(await confirmAddress(asking, pendingAddress, { epoch: 3 }, noted(user))).toBe(true);
    const { email } = pendingAddress;
    expect(await userStored(user)).toEqual({ ...before, email, updatedAt: expect.any(String), revision: 2 });
    expect((await userByEmail(user.email))?.id).toBe(user.id);
    expect(await isNoted(user)).toBe(true);
  });

  it('that its account had not takes whatever was bound to the old one, and ends all sessions', async () => {
    const pendingAddress = newPendingAddress(newAddress());
    const bound = { twoFactor, pendingTwoFactor: { sealed: 'x', expiresAt: 1 }, addressUnproved: true };
    const user = await newUser({ ...bound, pendingAddress });
    const { id, status, createdAt } = user;
    const { email } = pendingAddress;
    expect(await confirmAddress(user, pendingAddress, { epoch: 0 }, [])).toBe(true);
    expect(await userStored(user)).toEqual({
      ...{ id, email, status, createdAt, memberships: 1, revision: 2, sessionEpoch: 1 },
      ...{ updatedAt: expect.any(String), unboundAt: expect.any(Number) },
    });
    expect((await userByEmail(email))?.id).toBe(id);
    expect(await userByEmail(user.email)).toBeUndefined();
  });

  it.each<[string, Partial<ChangingUser>]>([
    ['all sessions have ended', { sessionEpoch: 1 }],
    ['the account has changed', { revision: 7 }],
    ['another address is asked for', { pendingAddress: { email: 'another@example.com', expiresAt: 1 } }],
  ])('is not given to an account once %s', async (_, changed) => {
    const pendingAddress = newPendingAddress(newAddress());
    const user = await newUser({ pendingAddress });
    await change(user, changed);
    const before = await userStored(user);
    expect(await confirmAddress(user, pendingAddress, { epoch: 0 }, noted(user))).toBe(false);
    expect(await userStored(user)).toEqual(before);
    expect(await userByEmail(pendingAddress.email)).toBeUndefined();
    expect(await isNoted(user)).toBe(false);
  });
});
