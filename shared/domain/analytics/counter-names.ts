import type { DeliveryStatus } from '../receivers/webhook.ts';
import type { Handling, ResponseStatus } from '../responses/response.ts';
import { quarterMs, quarterOf } from '../time/quarters.ts';
import type { CountedSpan } from './counted-spans.ts';

export type CountedStatus = ResponseStatus | DeliveryStatus;

const letters = {
  ...({ completed: 'c', partial: 'p', abandoned: 'a' } satisfies Record<ResponseStatus, string>),
  ...({ scheduled: 's', succeeded: 'k', dead: 'd', cancelled: 'x' } satisfies Record<DeliveryStatus, string>),
};

export const countedStatuses = Object.keys(letters) as CountedStatus[];

/** The handling of responses that someone has handled. The others are open. */
type SettledHandling = Exclude<Handling, 'open'>;
export type HandledStatus = `${SettledHandling} ${ResponseStatus}`;

/** The counters of handled responses, which are also counted by their status alone. */
const handledLetters: Record<HandledStatus, string> = {
  ...{ 'in_progress completed': 'g', 'in_progress partial': 'i', 'in_progress abandoned': 'j' },
  ...{ 'done completed': 'f', 'done partial': 'l', 'done abandoned': 'n' },
};

export const handledStatuses = Object.keys(handledLetters) as HandledStatus[];

/** The rows of a list: all without a state, else those of a status, a handling, or both. */
export type RowState = { readonly status?: string | undefined; readonly handling?: Handling | undefined };

export const isState = ({ status, handling }: RowState): boolean => status !== undefined || handling !== undefined;

/** Returns how the row with these attributes is counted besides its status, or undefined for an open one. */
export const handledStatus = (row: RowState | undefined): HandledStatus | undefined =>
  handledStatuses.find(each => each === `${row?.handling} ${row?.status}`);

/** Returns the number of rows in this state, by the number that each counter has. */
export function countIn({ status, handling }: RowState, numberOf: (letter: string) => number): number {
  const sumOf = (counted: readonly CounterName[]) => counted.reduce((sum, each) => sum + numberOf(allLetters[each]), 0);
  const all = sumOf(countedStatuses.filter(each => status === undefined || each === status));
  if (handling === undefined) return all;
  const handled = handledStatuses.filter(each => status === undefined || each.endsWith(` ${status}`));
  if (handling === 'open') return all - sumOf(handled);
  return sumOf(handled.filter(each => each.startsWith(handling)));
}

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

/** The name of something that a day's item counts by quarter hour. */
export type CounterName = CountedStatus | HandledStatus | keyof typeof reportLetters;

const allLetters: Record<CounterName, string> = { ...letters, ...handledLetters, ...reportLetters };

/** Returns the name of its counter: `c`. */
export const letterOf = (counted: CounterName): string => allLetters[counted];

/**
 * The counter of the places that completed responses have taken in a form with a limit, as far as the stream has
 * delivered them. A place that becomes free again is not subtracted.
 */
export const placesSeen = 'q';

/** The letter of the counters of places in options. */
export const unplacedLetter = 'l';

/**
 * Returns the counter of an option's responses: those that hold a place without having taken one, minus the places that
 * were taken and given back. The option's places that are taken are these and all that were given away.
 */
export const unplacedOf = (option: string): string => `${unplacedLetter}:${option}`;

/** Returns the counter of an environment's forms with a status: `F:live`. */
export const countedForms = (status: string): string => `F:${status}`;

/** Returns the attribute of a day's item that counts something in one quarter hour: `c37`. */
export const quarterAttribute = (time: number, counted: CounterName): string => attributeOf(quarterOf(time), counted);

const attributeOf = (quarter: string, counted: CounterName): string => allLetters[counted] + quarter;

/**
 * Returns the quarter hours (or parts of another length) of a span with any counts: the start of each, its count of
 * this state, and its count of all.
 */
export function quartersIn(
  { start, end, counters }: CountedSpan,
  state: RowState,
  partMs = quarterMs,
): { start: number; count: number; rows: number }[] {
  return Array.from({ length: (end - start) / partMs }, (_, part) => {
    const numberOf = (letter: string) => counters.get(letter)?.[part] ?? 0;
    return { start: start + part * partMs, count: countIn(state, numberOf), rows: countIn({}, numberOf) };
  }).filter(({ rows }) => rows > 0);
}
