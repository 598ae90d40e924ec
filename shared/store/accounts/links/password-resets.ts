import { hashOfSecret, newSecret, resetSecret, resetToken } from '../../../domain/accounts/account-token.ts';
import type { Caller } from '../../../domain/accounts/caller.ts';
import { minuteMs } from '../../../durations.ts';
import { type AuditedAction, anonymousIn, auditWrite, trailsMax } from '../../audit.ts';
import { allOf, type Expression, isOr } from '../../expression.ts';
import { keyOf } from '../../keys.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import { getItem, type Item, writeIfUnchanged } from '../../table.ts';
import { checkWrite, deleteWrite, exists, putNewWrite, unchanged, updateWrite } from '../../writes.ts';
import { hasStatusOf } from '../members.ts';
import { membershipsOf } from '../memberships.ts';
import { unbinding } from '../unbinding.ts';
import { type ChangingUser, membershipCount } from '../user-changes.ts';
import { getUser, isUsersAlone } from '../users.ts';

const lifeMs = 30 * minuteMs;

/** A link that sets a new password, as stored: by the SHA-256 of the secret in its token. */
type PasswordReset = {
  userId: string;
  /**
   * The user's `sessionEpoch` when the link was made. Whatever ends sessions ends links, including the use of another
   * link.
   */
  epoch: number;
  /** The user's number of organizations. The person who made the link administered these and no others. */
  memberships: number;
  /** ms since the epoch. */
  expiresAt: number;
  /** The link went to the user's address, and nobody else saw it. */
  isMailed?: boolean;
};

export type FoundReset = { sha256: string; reset: PasswordReset; user: ChangingUser };

/**
 * Stores a link for a user. Only the result has its token. Returns undefined when the user has changed since it was
 * read.
 */
export async function createPasswordReset(
  user: ChangingUser,
  { caller, action }: AuditedAction,
): Promise<{ token: string; expiresAt: number } | undefined> {
  const { token, expiresAt, writes } = newReset(user, {});
  const written = await writeIfUnchanged([...writes, auditWrite(caller, action, user.id)]);
  return written ? { token, expiresAt } : undefined;
}

/**
 * Stores a link to be mailed to the user's address, and returns its token. Only a person who reads that mailbox can use
 * it, so the password is the user's own choice.
 */
export async function createMailedReset(user: ChangingUser): Promise<string> {
  const { token, writes } = newReset(user, { isMailed: true });
  if (!(await writeIfUnchanged(writes))) throw new Error('The user has changed while a link was made');
  return token;
}

function newReset(user: ChangingUser, { isMailed }: Pick<PasswordReset, 'isMailed'>) {
  const secret = newSecret();
  const [sha256, expiresAt] = [hashOfSecret(secret), Date.now() + lifeMs];
  const reset: PasswordReset = {
    ...{ userId: user.id, epoch: user.sessionEpoch ?? 0, memberships: membershipCount(user), expiresAt, isMailed },
  };
  const writes = [
    putNewWrite({ ...keyOf('passwordReset', { sha256 }), ...reset, ttl: Math.ceil(expiresAt / 1000) }),
    checkWrite(keyOf('user', { user: user.id }), isAsReset(reset)),
  ];
  return { token: resetToken(secret), expiresAt, writes };
}

const isAsReset = ({ epoch, memberships }: PasswordReset): Expression =>
  allOf(hasStatusOf({ status: 'active' }), isOr('sessionEpoch', epoch, 0), isOr('memberships', memberships, 1));

/**
 * Returns the link of a token. Returns undefined when it was used, has expired, or the user has changed, and for any
 * other text.
 */
export async function passwordResetWith(token: string): Promise<FoundReset | undefined> {
  const secret = resetSecret(token);
  const sha256 = secret && hashOfSecret(secret);
  const reset = sha256
    ? ((await getItem(keyOf('passwordReset', { sha256 }))) as (Item & PasswordReset) | undefined)
    : undefined;
  if (!sha256 || !reset || reset.expiresAt <= Date.now()) return undefined;
  const user: ChangingUser | undefined = await getUser(reset.userId);
  const { epoch, memberships } = reset;
  const holds =
    user?.status === 'active' && (user.sessionEpoch ?? 0) === epoch && membershipCount(user) === memberships;
  return holds ? { sha256, reset, user } : undefined;
}

/**
 * Sets a new password, uses up the link and ends every session, in one transaction. The maker of a link saw it and may
 * have used it, unless it was mailed. The use of a mailed link proves the address: if the address was unproved until
 * then, everything bound to the account before is removed. Returns false when the link was used, or the user has
 * changed.
 */
export async function resetPassword(
  { sha256, reset, user }: FoundReset,
  passwordHash: string,
  { caller, action, style }: AuditedAction<Pick<Caller, 'sourceIp' | 'userAgent'>> & { style: MailStyle },
): Promise<boolean> {
  const organizations = (await membershipsOf(user.id)).slice(0, trailsMax);
  const unbound = reset.isMailed && !isUsersAlone(user) ? unbinding(user) : undefined;
  const shown = reset.isMailed ? undefined : { passwordChosenByOther: true, addressUnproved: true };
  return writeIfUnchanged([
    deleteWrite(keyOf('passwordReset', { sha256 }), exists),
    updateWrite(keyOf('user', { user: user.id }), {
      set: { ...unbound?.set, ...shown, passwordHash, updatedAt: new Date().toISOString() },
      add: { revision: 1, sessionEpoch: 1 },
      remove: [...(unbound?.remove ?? []), ...(reset.isMailed ? ['passwordChosenByOther'] : [])],
      if: allOf(isAsReset(reset), unchanged(user)),
    }),
    ...(unbound?.writes ?? []),
    ...organizations.map(({ organizationId }) => auditWrite(anonymousIn(organizationId, caller), action, user.id)),
    ...mailWrites({ kind: 'passwordChanged', email: user.email }, style),
  ]);
}
