import { quarterMs, quarterOf, quartersPerDay } from '../quarters.ts';
import type { DeliveryStatus } from '../receivers/webhook.ts';
import type { ResponseStatus } from '../responses/response.ts';

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

/** The attribute of a day's item that counts something in one quarter hour: `c37`. */
export const quarterAttribute = (time: number, counted: Counted): string => attributeOf(quarterOf(time), counted);

export const attributeOf = (quarter: string, counted: Counted): string => allLetters[counted] + quarter;

/** The quarter hours of a day that hold anything: when each begins, how much of this status (or of any) it has, and how much in all. */
export function quartersOfDay(
  day: string,
  counts: Readonly<Record<string, unknown>>,
  status: string | undefined,
): { start: number; count: number; rows: number }[] {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  const wanted = countedStatuses.filter(each => status === undefined || each === status);
  return Array.from({ length: quartersPerDay }, (_, quarter) => {
    const start = midnight + quarter * quarterMs;
    const sumOf = (statuses: readonly CountedStatus[]) =>
      statuses.reduce((sum, each) => sum + Number(counts[quarterAttribute(start, each)] ?? 0), 0);
    const rows = sumOf(countedStatuses);
    return { start, count: status === undefined ? rows : sumOf(wanted), rows };
  }).filter(({ rows }) => rows > 0);
}
