import type { SpamMark } from '../../domain/responses/response.ts';
import { markOfTicket, newTicket } from '../../domain/responses/ticket.ts';
import type { StoredForm } from './forms.ts';

/** The ticket for whoever is shown a form now (ms since the epoch); undefined where the form asks for none. */
export const ticketOf = (stored: StoredForm, now: number): string | undefined => {
  const secret = secretFor('ticket', stored);
  return secret && newTicket(secret, stored.form.id, now);
};

/** Why a submission with this ticket is taken for spam; undefined when it is not, and where the form asks for none. */
export const ticketMark = (
  stored: StoredForm,
  ticket: string | undefined,
  options: { now: number; partial: boolean },
): SpamMark | undefined => {
  const secret = secretFor('ticket', stored);
  return secret === undefined ? undefined : markOfTicket(secret, stored.form.id, ticket, options);
};

/** What signs the tickets, or the challenges, of a form; undefined where it has none. */
export const secretFor = (
  protection: 'ticket' | 'proofOfWork',
  { form, ticketSecret }: StoredForm,
): string | undefined => (form.spamProtection?.[protection]?.enabled ? ticketSecret : undefined);
