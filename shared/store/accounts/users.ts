import type { TwoFactor } from '../../domain/accounts/two-factor.ts';
import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { getItem, type Item, updateItem } from '../table.ts';

/** A user as the table has it. */
export type StoredUser = {
  id: string;
  email: string;
  name?: string;
  status: 'active' | 'disabled';
  passwordHash?: string;
  /** Somebody else has set the password, and knows it. */
  passwordChosenByOther?: boolean;
  /** Somebody else has had a hand in the account, and nobody has followed a link mailed to its address since. */
  addressUnproved?: boolean;
  /** What the user wants the address to be. It counts once a link mailed to it was followed. */
  pendingAddress?: PendingAddress;
  /** Those of providers of single sign-on that the user has signed in by: one of each issuer. */
  identities?: readonly BoundIdentity[];
  /** When all that was bound to the account was taken from it (ms since the epoch): what is older does not count. */
  unboundAt?: number;
  /** Counts up with each change that ends the user's sessions, in the transaction of that change. */
  sessionEpoch?: number;
  twoFactor?: TwoFactor;
  /** An authenticator that has yet to prove itself by a code; `expiresAt`: until when it may, ms since the epoch. */
  pendingTwoFactor?: { sealed: string; expiresAt: number };
  createdAt: string;
  updatedAt?: string;
};

/** An address that has yet to be shown to be the user's; it may be the one that the account has. */
export type PendingAddress = {
  email: string;
  /** ms since the epoch. */
  expiresAt: number;
  /** SHA-256 of the secrets in mails, the newest first: one that was sent twice has two links. */
  mailedHashes?: readonly string[];
};

/** An identity counts while the address that it was bound to is the user's. */
export type BoundIdentity = {
  issuer: string;
  sha256: string;
  /** In lower case. Not there where it was bound before addresses were stored. */
  email?: string;
};

/** A user as everybody sees it. */
export function userRecord(user: StoredUser) {
  const { id, email, name, status, createdAt, updatedAt } = user;
  return {
    ...{ id, email, emailConfirmed: !user.addressUnproved, pendingEmail: openAddress(user)?.email ?? null },
    ...{ name: name ?? null, status, createdAt, updatedAt: updatedAt ?? createdAt },
  };
}

/** Whether the account is its user's alone: nobody else chose its password, and its address is not known to be unproved. */
export const isUsersAlone = ({ addressUnproved, passwordChosenByOther }: StoredUser): boolean =>
  !addressUnproved && !passwordChosenByOther;

/** The address that the user has yet to confirm, for as long as that is possible. */
export const openAddress = ({ pendingAddress }: StoredUser): PendingAddress | undefined =>
  pendingAddress && pendingAddress.expiresAt > Date.now() ? pendingAddress : undefined;

export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The user with this address, whatever its case; undefined when there is none. Either way it takes two reads. */
export async function userByEmail(email: string): Promise<StoredUser | undefined> {
  const address = email.toLowerCase();
  // No stored address holds a '#', which no part of a key may.
  const known = await getItem(keyOf('emailAddress', { email: address.replaceAll('#', '%') }));
  const user = await getUser(String(known?.userId ?? 'nobody'));
  return user?.email.toLowerCase() === address ? user : undefined;
}

export async function getUser(user: string): Promise<StoredUser | undefined> {
  return userOf(await getItem(keyOf('user', { user })));
}

export const userOf = (item: Item | undefined): StoredUser | undefined => item as (Item & StoredUser) | undefined;

/** Replaces an older hash of the same password; does nothing if the password was changed meanwhile. */
export async function replacePasswordHash({ id, passwordHash }: StoredUser, hash: string): Promise<void> {
  await updateItem(keyOf('user', { user: id }), {
    set: { passwordHash: hash },
    if: expression`passwordHash = ${passwordHash}`,
  });
}
