import { markdown } from '../report.ts';
import type { Outcome } from './play.ts';

const columns = [
  'what fails for eight seconds',
  'answers',
  'slowest, s',
  'stored',
  'lost',
  'doubled',
  'stores after, s',
  'counts after, s',
] as const;

export const rowOf = (outcome: Outcome): (string | number)[] => [
  outcome.name,
  statusesOf(outcome),
  seconds(outcome.slowestMs),
  outcome.acknowledged,
  outcome.lost,
  outcome.doubled,
  seconds(outcome.storesAfterMs),
  seconds(outcome.countsAfterMs),
];

export const tableOf = (outcomes: readonly Outcome[]): string => markdown({ columns, rows: outcomes.map(rowOf) });

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** `201: 40, 503: 12` */
function statusesOf({ answers }: Outcome): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status || 'none'}: ${count}`)
    .join(', ');
}
