import type { MailContent } from '../../domain/mails/mail-layout.ts';
import { parseMailbox, serviceNameOf } from '../../domain/mails/mailbox.ts';
import { env } from '../../env.ts';
import type { TransactItem } from '../../store/table.ts';

export type MailOutcome = 'sent' | 'failed';

/** Returns the name of this deployment. Subjects of mails to strangers contain nothing that a tenant has chosen. */
export function serviceName(): string {
  const mailbox = parseMailbox(env('MAIL_FROM'));
  return mailbox ? serviceNameOf(mailbox) : 'Formline';
}

/** A mail as it is about to be sent. */
export type Letter = {
  readonly to: string;
  /** Whether nobody at the address has asked for mail from this deployment. */
  readonly isToStranger: boolean;
  /** The hourly limits that apply to it. */
  readonly counts: readonly { readonly subject: string; readonly most: number }[];
  /** Returns the content. Creates the token of its link, if it has one. */
  readonly content: () => Promise<MailContent>;
  /** Returns the writes that record the outcome. */
  readonly outcomeWrites: (outcome: MailOutcome) => TransactItem[];
};
