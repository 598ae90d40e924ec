import type { AuditAction } from '../contracts/audit-actions.ts';
import { type BegunSession, type Origin, startSession } from '../store/accounts/sessions.ts';
import { accountAudits } from '../store/accounts/sign-in/account-audits.ts';
import { networkWrites } from '../store/accounts/sign-in/known-networks.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import type { MailStyle } from '../store/mails/mail-items.ts';
import type { TransactItem } from '../store/table.ts';

type Login = {
  /** The action in the audit trail of each of the user's organizations. */
  action: AuditAction;
  from: Origin & MailStyle;
  /** Further writes for the same transaction. */
  also?: readonly TransactItem[];
};

/**
 * Begins the session of an identified user. Every way to sign in ends here. Returns undefined if a condition of `also`
 * failed.
 */
export async function beginSession(
  user: StoredUser,
  { action, from, also = [] }: Login,
): Promise<BegunSession | undefined> {
  const [audits, networks] = await Promise.all([accountAudits(user.id, from, action), networkWrites(user, from)]);
  return startSession(user, from, [...audits, ...networks, ...also]);
}
