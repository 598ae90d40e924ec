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

/** Links in mails that work: the newest, and those of attempts of which nobody knows whether they were sent. */
const mailedMax = 3;

/** An address that a user asks for from now on. A link that was mailed before confirms nothing any more. */
export const newPendingAddress = (email: string): PendingAddress => ({ email, expiresAt: Date.now() + lifeMs });

/** The writes that mail a link to the address that a user has yet to confirm. */
export const confirmationWrites = (userId: string, style: MailStyle): TransactItem[] =>
  mailWrites({ kind: 'addressConfirmation', userId }, style);

/** Asks for a link to an address anew. False when the user was changed since it was read. */
export const requestConfirmation = (user: ChangingUser, pending: PendingAddress, style: MailStyle): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOf('user', { user: user.id }), {
      set: { pendingAddress: pending },
      add: { revision: 1 },
      if: allOf(exists, unchanged(user)),
    }),
    ...confirmationWrites(user.id, style),
  ]);

/** Has a link work that is about to be sent. False when the user asks for another address by now. */
export function rememberMailedLink({ id }: StoredUser, pending: PendingAddress, secret: string): Promise<boolean> {
  const mailedHashes = [hashOfSecret(secret), ...(pending.mailedHashes ?? [])].slice(0, mailedMax);
  return updateItem(keyOf('user', { user: id }), {
    set: { pendingAddress: { ...pending, mailedHashes } },
    if: expression`pendingAddress = ${pending}`,
  });
}

/** Takes back what a user asked for; its links work no more. False when the user was changed since it was read. */
export const cancelConfirmation = (user: ChangingUser, also: readonly TransactItem[]): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOf('user', { user: user.id }), {
      add: { revision: 1 },
      remove: ['pendingAddress'],
      if: allOf(exists, unchanged(user)),
    }),
    ...also,
  ]);

/** The address that a token confirms for this user; undefined for a token that does not work, or is another user's. */
export function addressConfirmedBy(user: StoredUser, token: string): PendingAddress | undefined {
  const said = addressTokenIn(token);
  const pending = openAddress(user);
  if (!said || said.userId !== user.id || !pending) return undefined;
  return pending.mailedHashes?.some(hash => isSecretOf(hash, said.secret)) ? pending : undefined;
}

/**
 * Makes an address the user's, who has shown both the account and the mailbox to be theirs. Another address than before takes
 * away all that was bound to the account, and ends every session. False when the user was changed since it was read, the
 * session has ended, or the address is somebody else's.
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
