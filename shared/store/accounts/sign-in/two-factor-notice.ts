import type { AuditAction } from '../../../contracts/audit-actions.ts';
import type { TwoFactorChange } from '../../../domain/mails/two-factor-mails.ts';
import type { AuditActor } from '../../audit.ts';
import { type MailStyle, mailWrites } from '../../mails/mail-items.ts';
import type { TransactItem } from '../../table.ts';
import type { Origin } from '../sessions.ts';
import type { StoredUser } from '../users.ts';
import { accountAudits } from './account-audits.ts';

const actions: Readonly<Record<TwoFactorChange, AuditAction>> = {
  enabled: 'user.two_factor_enabled',
  disabled: 'user.two_factor_disabled',
  reset: 'user.two_factor_reset',
  recoveryCodeUsed: 'user.recovery_code_used',
  recoveryCodesRenewed: 'user.recovery_codes_renewed',
};

/**
 * Returns the writes that announce a change of a user's second factor: in the audit trails of the user's organizations,
 * and to the user by mail.
 *
 * @param by who made the change, if not the user
 */
export async function twoFactorNotice(
  { id, email }: StoredUser,
  change: TwoFactorChange,
  from: Origin & MailStyle,
  by?: Pick<AuditActor, 'kind' | 'id'>,
): Promise<TransactItem[]> {
  const audits = await accountAudits(id, from, actions[change], by);
  return [...audits, ...mailWrites({ kind: 'twoFactorChanged', email, change }, from)];
}
