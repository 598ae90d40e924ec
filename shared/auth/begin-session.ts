import type { AuditAction } from '../contracts/audit-actions.ts';
import { type BegunSession, type Origin, startSession } from '../store/accounts/sessions.ts';
import { accountAudits } from '../store/accounts/sign-in/account-audits.ts';
import { networkWrites } from '../store/accounts/sign-in/known-networks.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import type { MailStyle } from '../store/mails/mail-items.ts';
import type { TransactItem } from '../store/table.ts';

type Login = {
  /** What the audit trail of each organization of the user calls it. */
  action: AuditAction;
  from: Origin & MailStyle;
  /** Written in the same transaction. */
  also?: readonly TransactItem[];
};

/**
 * Begins a session of somebody who has shown who they are, in whichever way: the one place where sessions begin. Undefined
 * when a condition of what is written with it does not hold.
 */
export async function beginSession(
  user: StoredUser,
  { action, from, also = [] }: Login,
): Promise<BegunSession | undefined> {
  const [audits, networks] = await Promise.all([accountAudits(user.id, from, action), networkWrites(user, from)]);
  return startSession(user, from, [...audits, ...networks, ...also]);
}
