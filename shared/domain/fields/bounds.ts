import { dayOf, isTime } from './date-answers.ts';

/** The allowed values of a field's `min` or `max`. */
export type Bound = {
  /** The bounds in words: "must be …". */
  readonly words: string;
  /** Returns the value to compare bounds by, or undefined if it is not one. */
  readonly rank: (bound: unknown) => number | string | undefined;
};

/** Returns the bound for both ends. */
const both = (bound: Bound) => ({ min: bound, max: bound });

const wholeNumber = (words: string, least: number, greatest: number): Bound => ({
  words,
  rank: bound =>
    typeof bound === 'number' && Number.isInteger(bound) && bound >= least && bound <= greatest ? bound : undefined,
});

const pointsMax = wholeNumber('a whole number from 2 to 10', 2, 10);

export const bounds = {
  number: both({ words: 'a number', rank: bound => (typeof bound === 'number' ? bound : undefined) }),
  date: both({
    words: 'a date, YYYY-MM-DD; or today, today+N or today-N with a number of days',
    rank: bound => (typeof bound === 'string' ? dayOf(bound, Date.now()) : undefined),
  }),
  time: both({
    words: 'a time of day, HH:MM',
    rank: bound => (typeof bound === 'string' && isTime(bound) ? bound : undefined),
  }),
  rating: { max: pointsMax },
  scale: { min: wholeNumber('0 or 1', 0, 1), max: pointsMax },
} satisfies Record<string, Partial<Record<'min' | 'max', Bound>>>;
