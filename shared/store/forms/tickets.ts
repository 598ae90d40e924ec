import type { SpamMark } from '../../domain/spam/spam-signals.ts';
import { markOfTicket, newTicket } from '../../domain/spam/ticket.ts';
import type { StoredForm } from './forms.ts';

/** Returns a ticket for a form that is shown now (ms since the epoch), or undefined when the form needs none. */
export const ticketOf = (stored: StoredForm, now: number): string | undefined => {
  const secret = secretFor('ticket', stored);
  return secret && newTicket(secret, stored.form.id, now);
};

/** Returns why a submission with this ticket is spam, or undefined when it is not, or the form needs no ticket. */
export const ticketMark = (
  stored: StoredForm,
  ticket: string | undefined,
  options: { now: number; partial: boolean },
): SpamMark | undefined => {
  const secret = secretFor('ticket', stored);
  return secret === undefined ? undefined : markOfTicket(secret, stored.form.id, ticket, options);
};

/** Returns the secret that signs a form's tickets or challenges, or undefined when it has none. */
export const secretFor = (
  protection: 'ticket' | 'proofOfWork',
  { form, ticketSecret }: StoredForm,
): string | undefined => (form.spamProtection?.[protection]?.enabled ? ticketSecret : undefined);
