import type { TwoFactor } from '../../../domain/accounts/two-factor.ts';
import { minuteMs } from '../../../durations.ts';
import { allOf, expression } from '../../expression.ts';
import { type Key, keyOf } from '../../keys.ts';
import { type TransactItem, updateItem, writeIfUnchanged } from '../../table.ts';
import { exists, updateWrite } from '../../writes.ts';
import { isOfEpoch, keepSessionWrite, type Session } from '../sessions.ts';
import type { StoredUser } from '../users.ts';

/** How long a user has to send the first code of a new authenticator. */
const enrolmentMs = 15 * minuteMs;

const keyOfUser = ({ id }: StoredUser): Key => keyOf('user', { user: id });

const hasNone = expression`attribute_not_exists(twoFactor)`;

/**
 * Stores the secret of an authenticator that has yet to be verified, and replaces an earlier pending one.
 *
 * @returns the time by which it must be verified (ms since the epoch); undefined when the user already has a verified
 *   one, or the session has ended since
 */
export async function beginEnrolment(
  user: StoredUser,
  session: Pick<Session, 'epoch'>,
  sealed: string,
): Promise<number | undefined> {
  const expiresAt = Date.now() + enrolmentMs;
  const change = { set: { pendingTwoFactor: { sealed, expiresAt } }, if: allOf(isOfEpoch(session), hasNone) };
  return (await updateItem(keyOfUser(user), change)) ? expiresAt : undefined;
}

/**
 * Turns two-factor sign-in on and ends every other session, because those may have needed no more than the password.
 * Returns false when the user or the session has changed since it was read.
 */
export const enableTwoFactor = (
  user: StoredUser,
  session: Session,
  twoFactor: TwoFactor,
  also: readonly TransactItem[],
): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOfUser(user), {
      set: { twoFactor },
      add: { revision: 1, sessionEpoch: 1 },
      remove: ['pendingTwoFactor'],
      if: allOf(isOfEpoch(session), hasNone, expression`pendingTwoFactor = ${user.pendingTwoFactor}`),
    }),
    keepSessionWrite(session),
    ...also,
  ]);

/**
 * Returns the write that changes or removes the second factor. It fails when that has changed since it was read, so a
 * code works only once.
 */
export const twoFactorWrite = (user: StoredUser, twoFactor: TwoFactor | undefined): TransactItem =>
  updateWrite(keyOfUser(user), {
    set: { twoFactor },
    ...(!twoFactor && { add: { revision: 1 }, remove: ['twoFactor'] }),
    if: expression`twoFactor = ${user.twoFactor}`,
  });

/** Removes another user's second factor and ends all their sessions, since one may be on a lost phone. */
export const resetTwoFactor = (user: StoredUser, also: readonly TransactItem[]): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOfUser(user), {
      add: { revision: 1, sessionEpoch: 1 },
      remove: ['twoFactor', 'pendingTwoFactor'],
      if: allOf(exists, user.twoFactor ? expression`twoFactor = ${user.twoFactor}` : hasNone),
    }),
    ...also,
  ]);
