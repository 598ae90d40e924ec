import type { MailContent } from '../../domain/mail/mail-layout.ts';
import { parseMailbox, serviceNameOf } from '../../domain/mail/mailbox.ts';
import { env } from '../../env.ts';
import type { TransactItem } from '../../store/table.ts';

export type Outcome = 'sent' | 'failed';

/** What people know this deployment by: subjects of mails to strangers name nothing that a tenant has chosen. */
export function serviceName(): string {
  const mailbox = parseMailbox(env('MAIL_FROM'));
  return mailbox ? serviceNameOf(mailbox) : 'Formline';
}

/** A mail as it is about to be sent. */
export type Letter = {
  readonly to: string;
  /** Nobody has shown that they want mails of this deployment there. */
  readonly isToStranger: boolean;
  /** Of what there may be so many an hour. */
  readonly counts: readonly { readonly subject: string; readonly most: number }[];
  /** Makes the token of its link, where it has one. */
  readonly content: () => Promise<MailContent>;
  /** What is noted of how it went. */
  readonly outcomeWrites: (outcome: Outcome) => TransactItem[];
};
