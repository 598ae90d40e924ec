import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  hashOfSecret,
  loginSecret,
  loginToken,
  newSecret,
} from '../../../../../shared/domain/accounts/account-token.ts';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import {
  beginLogin,
  type FoundLogin,
  pendingLoginWith,
  usePendingLoginWrite,
} from '../../../../../shared/store/accounts/sign-in/pending-logins.ts';
import type { StoredUser } from '../../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../../shared/store/keys.ts';
import { updateItem, writeIfUnchanged } from '../../../../../shared/store/table.ts';
import { change, newMember, stored } from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const fiveMinutes = 300_000;

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const newUser = async (properties: Partial<StoredUser> = {}) => (await newMember(caller, properties)).user;

const sha256Of = (token: string) => hashOfSecret(loginSecret(token) ?? '');

async function found(token: string): Promise<FoundLogin> {
  const login = await pendingLoginWith(token);
  if (!login) throw new Error('There is no such login');
  return login;
}

const use = (login: FoundLogin) => writeIfUnchanged([usePendingLoginWrite(login)]);

const at = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

describe('a login with the right password', () => {
  it('is stored without its token, with the sessions of its user that it belongs to', async () => {
    const [one, other] = [await newUser(), await newUser({ sessionEpoch: 3 })];
    const now = Date.now();
    at(now);
    const expiresAt = now + fiveMinutes;
    const first = await beginLogin(one);
    const second = await beginLogin(other);
    expect(first).toEqual({ token: expect.stringMatching(/^lgn_/), expiresAt });
    expect(second.token).not.toBe(first.token);
    const ttl = Math.ceil(expiresAt / 1000);
    const key = (token: string) => keyOf('pendingLogin', { sha256: sha256Of(token) });
    expect(await stored(key(first.token))).toEqual({ userId: one.id, epoch: 0, expiresAt, ttl });
    expect(await stored(key(second.token))).toEqual({ userId: other.id, epoch: 3, expiresAt, ttl });
  });

  it('is found by its token, with its user, for five minutes', async () => {
    const user = await newUser({ sessionEpoch: 3 });
    const { token, expiresAt } = await beginLogin(user);
    at(expiresAt - 1);
    expect(await pendingLoginWith(token)).toEqual({ sha256: sha256Of(token), user });
    at(expiresAt);
    expect(await pendingLoginWith(token)).toBeUndefined();
  });

  it('is found by no other text', async () => {
    const { token } = await beginLogin(await newUser());
    for (const text of ['', token.slice('lgn_'.length), `${token}x`, loginToken(newSecret())])
      expect(await pendingLoginWith(text)).toBeUndefined();
  });

  it.each<[string, Partial<StoredUser>]>([
    ['is disabled', { status: 'disabled' }],
    ['has ended all sessions', { sessionEpoch: 1 }],
  ])('ends once its user %s', async (_, changed) => {
    const user = await newUser();
    const { token } = await beginLogin(user);
    expect(await pendingLoginWith(token)).toBeDefined();
    await change(user, changed);
    expect(await pendingLoginWith(token)).toBeUndefined();
  });

  it('ends once its user is gone', async () => {
    const user = await newUser();
    const { token } = await beginLogin({ ...user, id: 'usr_gone' });
    expect(await pendingLoginWith(token)).toBeUndefined();
  });

  it('is used once, and not after its end', async () => {
    const user = await newUser();
    const [one, other] = [await beginLogin(user), await beginLogin(user)];
    const [first, second] = [await found(one.token), await found(other.token)];
    expect(await use(first)).toBe(true);
    expect(await use(first)).toBe(false);
    expect(await pendingLoginWith(one.token)).toBeUndefined();
    at(other.expiresAt);
    expect(await use(second)).toBe(false);
    at(other.expiresAt - 1);
    expect(await pendingLoginWith(other.token)).toEqual(second);
    expect(await use(second)).toBe(true);
  });

  it('belongs to a user without a count of ended sessions as to one with none', async () => {
    const user = await newUser();
    const { token } = await beginLogin(user);
    await updateItem(keyOf('user', { user: user.id }), { set: { sessionEpoch: 0 } });
    expect(await pendingLoginWith(token)).toMatchObject({ user: { id: user.id, sessionEpoch: 0 } });
  });
});
