import { dayOf } from '../time/quarters.ts';

/** The maximum number of a form's replies in a UTC clock hour. */
export const repliesAnHourMax = 100;
/** The maximum number of replies to a mailbox from all forms of the deployment in a UTC day. */
export const repliesADayMax = 5;

/** A mailbox that got replies, or that wants none. */
export type Mailbox = {
  /** The day of `replies`. */
  readonly day?: string;
  /** The response that was replied to, by form. */
  readonly replies?: Readonly<Record<string, string>>;
  readonly optedOutAt?: string;
};

/**
 * Whether a reply may go to a mailbox. `again` is for one that was already counted before its attempt was interrupted.
 *
 * @param repliesInHour the form's replies in this hour
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
