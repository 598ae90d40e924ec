import type { Sums } from './counted-spans.ts';
import { type CounterName, letterOf } from './counter-names.ts';
import { percentage } from './percentage.ts';

/** The sums of counters. A removed response stays counted, because existing and removed responses add up. */
const parts = {
  views: ['view'],
  starts: ['start'],
  submissions: ['completed', 'removedCompleted'],
  /** Submissions that came with a secret key, which have no view and no start. */
  fromServers: ['completedByServer'],
  /** Submissions that started in the period, minus those in it that started earlier. */
  completedLater: ['completedLater'],
  partial: ['partial', 'removedPartial'],
  abandoned: ['abandoned', 'removedAbandoned', 'visitAbandoned'],
  spamBlocked: ['spamBlocked'],
} as const satisfies Record<string, readonly CounterName[]>;

export type Counts = Record<keyof typeof parts, number>;
export type CountsOfDay = Counts & { date: string };
export type CountsOfForm = {
  formId: string;
  title: string;
  counts: Counts;
  /** Submissions day by day. */
  trend?: readonly number[];
};

const counted = Object.keys(parts) as (keyof Counts)[];

/** Returns the sums of counters. */
export const countsOf = (sums: Sums): Counts =>
  Object.fromEntries(
    counted.map(count => [count, parts[count].reduce((sum, part) => sum + (sums.get(letterOf(part)) ?? 0), 0)]),
  ) as Counts;

/** Returns the submissions of people who could view and start the form: all except those with a secret key. */
export const fromBrowsers = ({ submissions, fromServers }: Counts): number => submissions - fromServers;

/** Returns the starts that ended in a submission, at any time. */
const completedStarts = (counts: Counts): number => fromBrowsers(counts) + counts.completedLater;

/** Returns the starts that did not end in a submission. */
export const dropOffs = (counts: Counts): number => counts.starts - completedStarts(counts);

const conversionRate = (counts: Counts): number => percentage(completedStarts(counts), counts.views);

export const dropOffRate = (counts: Counts): number => percentage(dropOffs(counts), counts.starts);

export function ratesOf(counts: Counts) {
  return {
    startRate: percentage(counts.starts, counts.views),
    completionRate: percentage(completedStarts(counts), counts.starts),
    conversionRate: conversionRate(counts),
    dropOffRate: dropOffRate(counts),
  };
}

/** Returns what every report shows of a day, or of a whole period. */
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

/** Returns the forms as the overview lists them: most submissions first, otherwise in the order given. */
export function ranked(forms: readonly CountsOfForm[]) {
  return forms
    .map(({ formId, title, counts, trend }) => {
      const { views, submissions } = counts;
      return { formId, title, views, submissions, conversionRate: conversionRate(counts), ...(trend && { trend }) };
    })
    .sort((one, other) => other.submissions - one.submissions);
}
