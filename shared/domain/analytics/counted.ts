import { quarterMs, quarterOf } from '../quarters.ts';
import type { DeliveryStatus } from '../receivers/webhook.ts';
import type { ResponseStatus } from '../responses/response.ts';
import type { CountedSpan } from './spans.ts';

export type CountedStatus = ResponseStatus | DeliveryStatus;

const letters = {
  ...({ completed: 'c', partial: 'p', abandoned: 'a' } satisfies Record<ResponseStatus, string>),
  ...({ scheduled: 's', succeeded: 'k', dead: 'd', cancelled: 'x' } satisfies Record<DeliveryStatus, string>),
};

export const countedStatuses = Object.keys(letters) as CountedStatus[];

/** What a day counts for the reports alone: what has happened, where the statuses say what exists now. */
const reportLetters = {
  /** A form was shown. */
  view: 'v',
  /** A visit began to fill the form in. */
  start: 'b',
  /** A response is completed, or was when it was removed, and came with a secret key. */
  completedByServer: 'S',
  /** Responses that had this status when they were removed. */
  removedCompleted: 'C',
  removedPartial: 'P',
  removedAbandoned: 'A',
  /** A visit that was started was abandoned, and left no response. */
  visitAbandoned: 'w',
  /** A submission was taken for spam. */
  spamBlocked: 'h',
};

/** What the item of a day counts, by the quarter hour. */
export type Counted = CountedStatus | keyof typeof reportLetters;

const allLetters: Record<Counted, string> = { ...letters, ...reportLetters };

/** The name of its counter: `c`. */
export const letterOf = (counted: Counted): string => allLetters[counted];

/**
 * The counter of the places that completed responses have taken in a form that has so many, as far as the stream has told of
 * them. A place that is free again is not taken off it.
 */
export const placesSeen = 'q';

/** The counter of the forms of an environment that have a status: `F:live`. */
export const countedForms = (status: string): string => `F:${status}`;

/** The attribute of a day's item that counts something in one quarter hour: `c37`. */
export const quarterAttribute = (time: number, counted: Counted): string => attributeOf(quarterOf(time), counted);

const attributeOf = (quarter: string, counted: Counted): string => allLetters[counted] + quarter;

/**
 * The quarter hours of a span that hold anything, or parts of another length: when each begins, how much of this status
 * (or of any) it has, and how much in all.
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
