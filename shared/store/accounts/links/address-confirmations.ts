import { addressTokenIn, hashOfSecret, isSecretOf } from '../../../domain/accounts/account-token.ts';
import { dayMs } from '../../../durations.ts';
import { allOf, expression, isOr } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import { type TransactItem, updateItem, writeIfUnchanged } from '../../table.ts';
import { exists, unchanged, updateWrite } from '../../writes.ts';
import type { Session } from '../sessions.ts';
import { unbinding } from '../unbinding.ts';
import { type ChangingUser, changeAddressWrites } from '../user-changes.ts';
import { isSameAddress, openAddress, type PendingAddress, type StoredUser } from '../users.ts';

const lifeMs = dayMs;

/**
 * The maximum number of mailed links that work at the same time: the newest link, and links of attempts whose outcome
 * is unknown.
 */
const mailedMax = 3;

/** Returns a new requested address. Links mailed earlier no longer confirm anything. */
export const newPendingAddress = (email: string): PendingAddress => ({ email, expiresAt: Date.now() + lifeMs });

/** Returns the writes that mail a link to the address that a user has yet to confirm. */
export const confirmationWrites = (userId: string, style: MailStyle): TransactItem[] =>
  mailWrites({ kind: 'addressConfirmation', userId }, style);

/** Requests a new link to an address. Returns false when the user has changed since it was read. */
export const requestConfirmation = (user: ChangingUser, pending: PendingAddress, style: MailStyle): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOf('user', { user: user.id }), {
      set: { pendingAddress: pending },
      add: { revision: 1 },
      if: allOf(exists, unchanged(user)),
    }),
    ...confirmationWrites(user.id, style),
  ]);

/** Makes a link valid just before it is sent. Returns false when the user now asks for another address. */
export function rememberMailedLink({ id }: StoredUser, pending: PendingAddress, secret: string): Promise<boolean> {
  const mailedHashes = [hashOfSecret(secret), ...(pending.mailedHashes ?? [])].slice(0, mailedMax);
  return updateItem(keyOf('user', { user: id }), {
    set: { pendingAddress: { ...pending, mailedHashes } },
    if: expression`pendingAddress = ${pending}`,
  });
}

/**
 * Cancels the address change that a user asked for, and its links. Returns false when the user has changed since it was
 * read.
 */
export const cancelConfirmation = (user: ChangingUser, also: readonly TransactItem[]): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOf('user', { user: user.id }), {
      add: { revision: 1 },
      remove: ['pendingAddress'],
      if: allOf(exists, unchanged(user)),
    }),
    ...also,
  ]);

/**
 * Returns the address that a token confirms for this user, or undefined when the token is invalid or another user's.
 */
export function addressConfirmedBy(user: StoredUser, token: string): PendingAddress | undefined {
  const said = addressTokenIn(token);
  const pending = openAddress(user);
  if (!said || said.userId !== user.id || !pending) return undefined;
  return pending.mailedHashes?.some(hash => isSecretOf(hash, said.secret)) ? pending : undefined;
}

/**
 * Gives the address to a user who has proved that they own both the account and the mailbox. A different address from
 * before removes everything bound to the account and ends every session. Returns false when the user has changed since
 * it was read, the session has ended, or another user has the address.
 */
export function confirmAddress(
  user: ChangingUser,
  { email }: PendingAddress,
  { epoch }: Pick<Session, 'epoch'>,
  also: readonly TransactItem[],
): Promise<boolean> {
  const unbound = isSameAddress(email, user.email) ? undefined : unbinding(user);
  return writeIfUnchanged([
    updateWrite(keyOf('user', { user: user.id }), {
      set: { ...unbound?.set, email, updatedAt: new Date().toISOString() },
      add: { revision: 1, ...(unbound && { sessionEpoch: 1 }) },
      remove: unbound?.remove ?? ['pendingAddress', 'addressUnproved'],
      if: allOf(
        exists,
        unchanged(user),
        isOr('sessionEpoch', epoch, 0),
        expression`pendingAddress = ${user.pendingAddress}`,
      ),
    }),
    ...changeAddressWrites(user, email),
    ...(unbound?.writes ?? []),
    ...also,
  ]);
}
