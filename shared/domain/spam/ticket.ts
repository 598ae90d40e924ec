import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../durations.ts';
import type { SpamMark } from './spam-signals.ts';

/** Nobody fills in a form faster, and no page stays open longer. */
const earlyMs = 2000;
const expiresMs = dayMs;

/** The certainty of each reason. */
const scores = { ticket_missing: 0.8, ticket_invalid: 1, ticket_early: 0.8, ticket_expired: 0.5 } as const;

type Reason = keyof typeof scores;

/**
 * Returns the ticket of a page that is about to show a form: the time, signed with the form's own secret. It contains
 * nothing else, so everyone who gets the same copy of the schema may have the same ticket.
 *
 * @param now ms since the epoch
 */
export const newTicket = (secret: string, formId: string, now: number): string => {
  const time = now.toString(36);
  return `${time}.${signature(secret, formId, time)}`;
};

const signature = (secret: string, formId: string, time: string): string =>
  createHmac('sha256', secret).update(`ticket\n${formId}\n${time}`).digest('base64url').slice(0, 22);

/**
 * Returns why a submission with this ticket is spam, or undefined when it is not. A partial one may arrive at any time:
 * the page saves by itself, often before the form was read.
 */
export function markOfTicket(
  secret: string,
  formId: string,
  ticket: string | undefined,
  { now, partial }: { now: number; partial: boolean },
): SpamMark | undefined {
  const reason = reasonOf(secret, formId, ticket, now);
  if (reason === undefined || (partial && reason === 'ticket_early')) return undefined;
  return { score: scores[reason], reasons: [reason], at: new Date(now).toISOString() };
}

function reasonOf(secret: string, formId: string, ticket: string | undefined, now: number): Reason | undefined {
  if (ticket === undefined) return 'ticket_missing';
  const [time = '', signed = ''] = ticket.split('.');
  const [sent, expected] = [Buffer.from(signed), Buffer.from(signature(secret, formId, time))];
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return 'ticket_invalid';
  const age = now - Number.parseInt(time, 36);
  if (age > expiresMs) return 'ticket_expired';
  return age < earlyMs ? 'ticket_early' : undefined;
}
