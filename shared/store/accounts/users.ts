import type { TwoFactor } from '../../domain/accounts/two-factor.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { batchGet, getItem, type Item, updateItem } from '../table.ts';

/** A user, as stored. */
export type StoredUser = {
  id: string;
  email: string;
  name?: string;
  status: 'active' | 'disabled';
  passwordHash?: string;
  /** Someone else set the password and knows it. */
  passwordChosenByOther?: boolean;
  /** Someone else has changed the account, and nobody has followed a link mailed to its address since. */
  addressUnproved?: boolean;
  /** The address that the user asked for. It applies once a link mailed to it was followed. */
  pendingAddress?: PendingAddress;
  /** The single sign-on identities that the user has signed in with, one for each issuer. */
  identities?: readonly BoundIdentity[];
  /** When everything bound to the account was removed (ms since the epoch). Anything older does not count. */
  unboundAt?: number;
  /** Increases with each change that ends the user's sessions, in the same transaction. */
  sessionEpoch?: number;
  twoFactor?: TwoFactor;
  /** An authenticator that has yet to be verified with a code, by `expiresAt` (ms since the epoch). */
  pendingTwoFactor?: { sealed: string; expiresAt: number };
  createdAt: string;
  updatedAt?: string;
};

/** An address that the user has yet to prove. It may be the account's current one. */
export type PendingAddress = {
  email: string;
  /** ms since the epoch. */
  expiresAt: number;
  /** SHA-256 of the secrets in mails, newest first. A mail that was sent twice has two links. */
  mailedHashes?: readonly string[];
};

/** A bound identity. It counts while the address that it was bound to is the user's. */
export type BoundIdentity = {
  issuer: string;
  sha256: string;
  /** The address in lower case. Identities that were bound before addresses were stored have none. */
  email?: string;
};

/** Returns a user as the API shows it. */
export function userRecord(user: StoredUser) {
  const { id, email, name, status, createdAt, updatedAt } = user;
  return {
    ...{ id, email, emailConfirmed: !user.addressUnproved, pendingEmail: openAddress(user)?.email ?? null },
    ...{ name: name ?? null, status, createdAt, updatedAt: updatedAt ?? createdAt },
  };
}

/**
 * Whether only the user controls the account: nobody else chose its password, and its address is not known to be
 * unproved.
 */
export const isUsersAlone = ({ addressUnproved, passwordChosenByOther }: StoredUser): boolean =>
  !addressUnproved && !passwordChosenByOther;

/** Returns the address that the user can still confirm. */
export const openAddress = ({ pendingAddress }: StoredUser): PendingAddress | undefined =>
  pendingAddress && pendingAddress.expiresAt > Date.now() ? pendingAddress : undefined;

export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns the user with this address in any case, or undefined when there is none. Both take two reads. */
export async function userByEmail(email: string): Promise<StoredUser | undefined> {
  const address = email.toLowerCase();
  // No stored address contains '#', because no part of a key may.
  const known = await getItem(keyOf('emailAddress', { email: address.replaceAll('#', '%') }));
  const user = await getUser(String(known?.userId ?? 'nobody'));
  return user?.email.toLowerCase() === address ? user : undefined;
}

export async function getUser(user: string): Promise<StoredUser | undefined> {
  return userOf(await getItem(keyOf('user', { user })));
}

/** Returns users by ID. Those that are gone are left out. */
export async function getUsers(ids: readonly string[]): Promise<Map<string, StoredUser>> {
  const users = (await batchGet(ids.map(user => keyOf('user', { user })))).map(userOf);
  return new Map(users.flatMap(user => (user ? [[user.id, user]] : [])));
}

export const userOf = (item: Item | undefined): StoredUser | undefined => item as (Item & StoredUser) | undefined;

/** Replaces an older hash of the same password. Does nothing if the password has changed meanwhile. */
export async function replacePasswordHash({ id, passwordHash }: StoredUser, hash: string): Promise<void> {
  await updateItem(keyOf('user', { user: id }), {
    set: { passwordHash: hash },
    if: expression`passwordHash = ${passwordHash}`,
  });
}
