import { type Counted, letterOf } from './counted.ts';
import type { Sums } from './spans.ts';

/**
 * What counters add up to. A response that was removed stays counted: what is there now and what was removed
 * add up.
 */
const parts = {
  views: ['view'],
  starts: ['start'],
  submissions: ['completed', 'removedCompleted'],
  /** Those of the submissions that came with a secret key: they have no view and no start. */
  fromServers: ['completedByServer'],
  partial: ['partial', 'removedPartial'],
  abandoned: ['abandoned', 'removedAbandoned', 'visitAbandoned'],
  spamBlocked: ['spamBlocked'],
} as const satisfies Record<string, readonly Counted[]>;

export type Counts = Record<keyof typeof parts, number>;
export type CountsOfDay = Counts & { date: string };
export type CountsOfForm = { formId: string; title: string; counts: Counts };

const counted = Object.keys(parts) as (keyof Counts)[];

/** What counters add up to. */
export const countsOf = (sums: Sums): Counts =>
  Object.fromEntries(
    counted.map(count => [count, parts[count].reduce((sum, part) => sum + (sums.get(letterOf(part)) ?? 0), 0)]),
  ) as Counts;

/** Submissions of people who could view and start the form: all but those by a secret key. */
export const fromBrowsers = ({ submissions, fromServers }: Counts): number => submissions - fromServers;

/** Starts that did not end in a submission. */
export const dropOffs = (counts: Counts): number => counts.starts - fromBrowsers(counts);

/**
 * A share in percent, with two decimals; 0 of nothing. Each submission from a browser has a start and each start a view, so
 * that it is 0 to 100 of itself: one that is not is to be seen.
 */
export const percentage = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

const conversionRate = (counts: Counts): number => percentage(fromBrowsers(counts), counts.views);

export const dropOffRate = (counts: Counts): number => percentage(dropOffs(counts), counts.starts);

export function ratesOf(counts: Counts) {
  return {
    startRate: percentage(counts.starts, counts.views),
    completionRate: percentage(fromBrowsers(counts), counts.starts),
    conversionRate: conversionRate(counts),
    dropOffRate: dropOffRate(counts),
  };
}

/** What every report says of a day, or of a whole period. */
const shown = ({ views, starts, submissions, partial, abandoned }: Counts) => ({
  views,
  starts,
  submissions,
  partial,
  abandoned,
});

export const totalsOf = (forms: number, counts: Counts) => ({
  forms,
  ...shown(counts),
  submissionsFromBrowsers: fromBrowsers(counts),
  spamBlocked: counts.spamBlocked,
});

export const pointOf = (day: CountsOfDay) => ({ date: day.date, ...shown(day) });

/** Forms as the overview lists them: those with the most submissions first, otherwise in the order given. */
export function ranked(forms: readonly CountsOfForm[]) {
  return forms
    .map(({ formId, title, counts }) => {
      const { views, submissions } = counts;
      return { formId, title, views, submissions, conversionRate: conversionRate(counts) };
    })
    .sort((one, other) => other.submissions - one.submissions);
}
