import type { DeliveryStatus } from '../receivers/webhook.ts';
import type { ResponseStatus } from '../responses/response.ts';
import { quarterMs, quarterOf } from '../time/quarters.ts';
import type { CountedSpan } from './spans.ts';

export type CountedStatus = ResponseStatus | DeliveryStatus;

const letters = {
  ...({ completed: 'c', partial: 'p', abandoned: 'a' } satisfies Record<ResponseStatus, string>),
  ...({ scheduled: 's', succeeded: 'k', dead: 'd', cancelled: 'x' } satisfies Record<DeliveryStatus, string>),
};

export const countedStatuses = Object.keys(letters) as CountedStatus[];

/** The counters that only reports use: what happened, while the statuses say what exists now. */
const reportLetters = {
  /** A form was shown. */
  view: 'v',
  /** A visit started to fill in the form. */
  start: 'b',
  /** A response that is completed, or was when it was removed, and came with a secret key. */
  completedByServer: 'S',
  /** Responses that had this status when they were removed. */
  removedCompleted: 'C',
  removedPartial: 'P',
  removedAbandoned: 'A',
  /** A started visit was abandoned without a response. */
  visitAbandoned: 'w',
  /**
   * A visit ended in a submission in another quarter hour than it started in: added where it started, and subtracted
   * where it was submitted. So submissions plus these are the starts that ended in a submission, whenever that came.
   */
  completedLater: 'm',
  /** A submission was blocked as spam. */
  spamBlocked: 'h',
};

/** What a day's item counts by quarter hour. */
export type Counted = CountedStatus | keyof typeof reportLetters;

const allLetters: Record<Counted, string> = { ...letters, ...reportLetters };

/** Returns the name of its counter: `c`. */
export const letterOf = (counted: Counted): string => allLetters[counted];

/**
 * The counter of the places that completed responses have taken in a form with a limit, as far as the stream has
 * delivered them. A place that becomes free again is not subtracted.
 */
export const placesSeen = 'q';

/** Returns the counter of an environment's forms with a status: `F:live`. */
export const countedForms = (status: string): string => `F:${status}`;

/** Returns the attribute of a day's item that counts something in one quarter hour: `c37`. */
export const quarterAttribute = (time: number, counted: Counted): string => attributeOf(quarterOf(time), counted);

const attributeOf = (quarter: string, counted: Counted): string => allLetters[counted] + quarter;

/**
 * Returns the quarter hours (or parts of another length) of a span with any counts: the start of each, its count of
 * this status (or of any), and its count of all.
 */
export function quartersIn(
  { start, end, counters }: CountedSpan,
  status: string | undefined,
  partMs = quarterMs,
): { start: number; count: number; rows: number }[] {
  const all = countedStatuses.map(each => ({
    isListed: !status || each === status,
    cells: counters.get(letters[each]),
  }));
  return Array.from({ length: (end - start) / partMs }, (_, part) => {
    const sumOf = (some: typeof all) => some.reduce((sum, { cells }) => sum + (cells?.[part] ?? 0), 0);
    return { start: start + part * partMs, count: sumOf(all.filter(({ isListed }) => isListed)), rows: sumOf(all) };
  }).filter(({ rows }) => rows > 0);
}
