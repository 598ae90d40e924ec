import { dayOf } from '../quarters.ts';

/** Of a form, in an hour by the clock of UTC. */
export const repliesAnHourMax = 100;
/** To a mailbox, of all forms of the deployment, in a day by the clock of UTC. */
export const repliesADayMax = 5;

/** What is known of a mailbox that replies went to, or of one that wants none. */
export type Mailbox = {
  /** The day that `replies` are of. */
  readonly day?: string;
  /** Form to the response that was replied to. */
  readonly replies?: Readonly<Record<string, string>>;
  readonly optedOutAt?: string;
};

/**
 * Whether a reply may go to a mailbox: `again`, where it is the one that was counted already, before its attempt was
 * interrupted.
 *
 * @param repliesInHour of the form
 */
export function mayReply(
  { day, replies = {}, optedOutAt }: Mailbox,
  { formId, responseId }: { formId: string; responseId: string },
  repliesInHour: number,
  now: number,
): 'yes' | 'again' | 'no' {
  if (optedOutAt !== undefined) return 'no';
  const today = day === dayOf(now) ? replies : {};
  if (Object.hasOwn(today, formId)) return today[formId] === responseId ? 'again' : 'no';
  return Object.keys(today).length < repliesADayMax && repliesInHour < repliesAnHourMax ? 'yes' : 'no';
}
