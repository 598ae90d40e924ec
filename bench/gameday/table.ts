import { markdown } from '../report.ts';
import type { ScenarioOutcome } from './play.ts';
import type { Played } from './scenarios/scenario.ts';
import type { Answer } from './visitors.ts';

const columns = [
  'what fails for six seconds',
  'answers',
  'calls (failed)',
  'slowest, s',
  'stored',
  'lost',
  'doubled',
  'stores after, s',
  'counts after, s',
  'delivers after, s',
  'exports after, s',
] as const;

export const rowOf = (outcome: ScenarioOutcome): (string | number)[] => [
  outcome.name,
  statusesOf(outcome.answers),
  `${outcome.calls.all} (${outcome.calls.failed})`,
  seconds(outcome.slowestMs),
  outcome.acknowledged,
  outcome.lost,
  outcome.doubled,
  seconds(outcome.storesAfterMs),
  seconds(outcome.countsAfterMs),
  seconds(outcome.deliversAfterMs),
  seconds(outcome.exportsAfterMs),
];

export const tableOf = (outcomes: readonly ScenarioOutcome[]): string =>
  markdown({ columns, rows: outcomes.map(rowOf) });

type Row = { readonly name: string; readonly outcome: Played };

export const scenarioRowOf = ({ name, outcome }: Row): (string | number)[] => [
  name,
  statusesOf(outcome.answers),
  outcome.lost,
  outcome.doubled,
  seconds(outcome.recoversAfterMs),
  outcome.seen,
];

export const scenarioTableOf = (rows: readonly Row[]): string =>
  markdown({
    columns: ['what happens', 'answers', 'lost', 'doubled', 'recovers after, s', 'seen'],
    rows: rows.map(scenarioRowOf),
  });

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** `201: 40, 503: 12` */
function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status || 'none'}: ${count}`)
    .join(', ');
}
