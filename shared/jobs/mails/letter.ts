import type { MailContent } from '../../domain/mail/mail-layout.ts';
import type { TransactItem } from '../../store/table.ts';

export type Outcome = 'sent' | 'failed';

/** A mail as it is about to be sent. */
export type Letter = {
  readonly to: string;
  /** Of what there may be so many an hour. */
  readonly counts: readonly { readonly subject: string; readonly most: number }[];
  /** Makes the token of its link, where it has one. */
  readonly content: () => Promise<MailContent>;
  /** What is noted of how it went. */
  readonly outcomeWrites: (outcome: Outcome) => TransactItem[];
};
