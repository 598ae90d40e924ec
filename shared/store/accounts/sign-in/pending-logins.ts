import { hashOfSecret, loginSecret, loginToken, newSecret } from '../../../domain/accounts/account-token.ts';
import { minuteMs } from '../../../durations.ts';
import { expression } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { createItem, getItem, type Item, type TransactItem } from '../../table.ts';
import { deleteWrite } from '../../writes.ts';
import { getUser, type StoredUser } from '../users.ts';

const lifeMs = 5 * minuteMs;

/** A login with the right password that still needs a code. */
type PendingLogin = {
  userId: string;
  /** The user's `sessionEpoch` at that time. Whatever ends sessions ends logins. */
  epoch: number;
  /** ms since the epoch. */
  expiresAt: number;
};

export type FoundLogin = { sha256: string; user: StoredUser };

/** Stores that the password was right. Only the result has the token. */
export async function beginLogin({ id, sessionEpoch = 0 }: StoredUser): Promise<{ token: string; expiresAt: number }> {
  const secret = newSecret();
  const expiresAt = Date.now() + lifeMs;
  const login: PendingLogin = { userId: id, epoch: sessionEpoch, expiresAt };
  const key = keyOf('pendingLogin', { sha256: hashOfSecret(secret) });
  await createItem({ ...key, ...login, ttl: Math.ceil(expiresAt / 1000) });
  return { token: loginToken(secret), expiresAt };
}

/**
 * Returns the login of a token. Returns undefined when it was used, has expired, or the user has changed, and for any
 * other text.
 */
export async function pendingLoginWith(token: string): Promise<FoundLogin | undefined> {
  const secret = loginSecret(token);
  const sha256 = secret && hashOfSecret(secret);
  const login = sha256
    ? ((await getItem(keyOf('pendingLogin', { sha256 }))) as (Item & PendingLogin) | undefined)
    : undefined;
  if (!sha256 || !login || login.expiresAt <= Date.now()) return undefined;
  const user = await getUser(login.userId);
  return user?.status === 'active' && (user.sessionEpoch ?? 0) === login.epoch ? { sha256, user } : undefined;
}

/** Returns the write that uses up a login. Of two concurrent uses, one fails. */
export const usePendingLoginWrite = ({ sha256 }: FoundLogin): TransactItem =>
  deleteWrite(keyOf('pendingLogin', { sha256 }), expression`expiresAt > ${Date.now()}`);
