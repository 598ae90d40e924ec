import { dayOf, quarterMs, quartersOfDays } from '../quarters.ts';
import { attributeOf, type Counted } from './counted.ts';

/**
 * What the counters of a day add up to. A response that was removed stays counted: what is there now and what was removed
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

/** The counters of a UTC day as they are stored. */
export type CountedDay = Readonly<Record<string, unknown>>;

const counted = Object.keys(parts) as (keyof Counts)[];

/** For each quarter hour of a day, the attributes that add up to each count. */
const attributes = quartersOfDays.map(quarter =>
  counted.map(count => parts[count].map(part => attributeOf(quarter, part))),
);

/** What a report on many forms shows of each: a reader takes a third of what a day has then. */
export const attributesOfRanks: readonly string[] = quartersOfDays.flatMap(quarter =>
  (['views', 'submissions', 'fromServers'] as const).flatMap(count =>
    parts[count].map(part => attributeOf(quarter, part)),
  ),
);

/** What was counted from one time to another, both of them beginnings of quarter hours, by the counters of UTC days. */
export function countsBetween(days: ReadonlyMap<string, CountedDay>, start: number, end: number): Counts {
  const sums = counted.map(() => 0);
  for (let time = start; time < end; ) {
    const day = days.get(dayOf(time));
    const midnight = Date.parse(dayOf(time));
    const quarterAfter = Math.min((end - midnight) / quarterMs, quartersOfDays.length);
    if (day) addQuarters(sums, day, (time - midnight) / quarterMs, quarterAfter);
    time = midnight + quarterAfter * quarterMs;
  }
  return Object.fromEntries(counted.map((count, index) => [count, sums[index]])) as Counts;
}

/** Adds what a day has of the quarter hours from one to before another. */
function addQuarters(sums: number[], day: CountedDay, from: number, to: number): void {
  for (const quarter of attributes.slice(from, to)) {
    for (const [index, names] of quarter.entries()) {
      for (const name of names) sums[index] = (sums[index] ?? 0) + Number(day[name] ?? 0);
    }
  }
}

export function sumOf(all: readonly Counts[]): Counts {
  return Object.fromEntries(
    counted.map(count => [count, all.reduce((sum, counts) => sum + counts[count], 0)]),
  ) as Counts;
}

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
