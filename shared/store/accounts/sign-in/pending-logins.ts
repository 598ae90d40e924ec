import { hashOfSecret, loginSecret, loginToken, newSecret } from '../../../domain/accounts/account-token.ts';
import { minuteMs } from '../../../durations.ts';
import { expression } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { createItem, getItem, type Item, type TransactItem } from '../../table.ts';
import { deleteWrite } from '../../writes.ts';
import { getUser, type StoredUser } from '../users.ts';

const lifeMs = 5 * minuteMs;

/** Somebody has shown the password, and has yet to send a code. */
type PendingLogin = {
  userId: string;
  /** The user's `sessionEpoch` then: what ends sessions ends logins. */
  epoch: number;
  /** ms since the epoch. */
  expiresAt: number;
};

export type FoundLogin = { sha256: string; user: StoredUser };

/** Stores that a password was right. The token is in the answer and nowhere else. */
export async function beginLogin({ id, sessionEpoch = 0 }: StoredUser): Promise<{ token: string; expiresAt: number }> {
  const secret = newSecret();
  const expiresAt = Date.now() + lifeMs;
  const login: PendingLogin = { userId: id, epoch: sessionEpoch, expiresAt };
  const key = keyOf('pendingLogin', { sha256: hashOfSecret(secret) });
  await createItem({ ...key, ...login, ttl: Math.ceil(expiresAt / 1000) });
  return { token: loginToken(secret), expiresAt };
}

/** The login of a token; undefined when it was used, has expired, or the user has changed, and for any other text. */
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

/** The write that uses a login up: of two at once, one finds it gone. */
export const usePendingLoginWrite = ({ sha256 }: FoundLogin): TransactItem =>
  deleteWrite(keyOf('pendingLogin', { sha256 }), expression`expiresAt > ${Date.now()}`);
