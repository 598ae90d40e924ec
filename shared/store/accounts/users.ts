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
  /** Nobody has shown it to be theirs: it was changed, or came with an invitation whose link was not mailed. */
  addressUnproved?: boolean;
  /** Those of providers of single sign-on that the user has signed in by: one of each issuer. */
  identities?: readonly { issuer: string; sha256: string }[];
  /** Counts up with each change that ends the user's sessions, in the transaction of that change. */
  sessionEpoch?: number;
  twoFactor?: TwoFactor;
  /** An authenticator that has yet to prove itself by a code; `expiresAt`: until when it may, ms since the epoch. */
  pendingTwoFactor?: { sealed: string; expiresAt: number };
  createdAt: string;
  updatedAt?: string;
};

/** A user as everybody sees it. */
export function userRecord({ id, email, name, status, createdAt, updatedAt }: StoredUser) {
  return { id, email, name: name ?? null, status, createdAt, updatedAt: updatedAt ?? createdAt };
}

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
