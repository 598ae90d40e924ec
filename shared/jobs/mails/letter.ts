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
  /** The address that answers go to, and headers, for a mail that a person wrote. */
  readonly personal?: {
    readonly replyTo: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly tag: string;
  };
  /** Records the outcome before the mail is removed. */
  readonly onEnd?: (outcome: MailOutcome, messageId?: string) => Promise<void>;
  /** Returns the writes that record the outcome. */
  readonly outcomeWrites: (outcome: MailOutcome) => TransactItem[];
};
