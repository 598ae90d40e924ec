import type { TwoFactor } from '../../../domain/accounts/two-factor.ts';
import { minuteMs } from '../../../durations.ts';
import { allOf, expression } from '../../expression.ts';
import { type Key, keyOf } from '../../keys.ts';
import { type TransactItem, updateItem, writeIfUnchanged } from '../../table.ts';
import { exists, updateWrite } from '../../writes.ts';
import { isOfEpoch, keepSessionWrite, type Session } from '../sessions.ts';
import type { StoredUser } from '../users.ts';

/** How long somebody has to send the first code of a new authenticator. */
const enrolmentMs = 15 * minuteMs;

const keyOfUser = ({ id }: StoredUser): Key => keyOf('user', { user: id });

const hasNone = expression`attribute_not_exists(twoFactor)`;

/**
 * Stores the secret of an authenticator that has yet to prove itself, in place of an earlier one.
 *
 * @returns until when it may (ms since the epoch); undefined where the user has one that has, or the session has ended
 *   since
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
 * Turns two-factor sign-in on, and ends every session but this one: whoever has begun another may have known no more than the
 * password. False when user or session are not as they were read.
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

/** The write that changes the second factor, or takes it away, while it is as it was read: of two uses of a code one is made. */
export const twoFactorWrite = (user: StoredUser, twoFactor: TwoFactor | undefined): TransactItem =>
  updateWrite(keyOfUser(user), {
    set: { twoFactor },
    ...(!twoFactor && { add: { revision: 1 }, remove: ['twoFactor'] }),
    if: expression`twoFactor = ${user.twoFactor}`,
  });

/** Takes the second factor of somebody else away, and ends all sessions: one may be on the phone that was lost. */
export const resetTwoFactor = (user: StoredUser, also: readonly TransactItem[]): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOfUser(user), {
      add: { revision: 1, sessionEpoch: 1 },
      remove: ['twoFactor', 'pendingTwoFactor'],
      if: allOf(exists, user.twoFactor ? expression`twoFactor = ${user.twoFactor}` : hasNone),
    }),
    ...also,
  ]);
