import { quarterMs } from '../domain/time/quarters.ts';
import { hourMs } from '../durations.ts';
import { addAnswerCounters, addBounded } from '../store/counters/bounded-counters.ts';
import { hourOf, newestOf } from '../store/counters/counter-items.ts';
import { packCounters, unpackCounters } from '../store/counters/packed-counters.ts';
import { type Expression, expression } from '../store/expression.ts';
import { isAnswersScope, type Key, keyOf } from '../store/keys.ts';
import type { Item } from '../store/table.ts';
import type { Addition, CounterDelta, NewRow } from './counter-deltas/counter-delta.ts';
import { packMarks, sliceOf, unpackMarks } from './shard-marks.ts';

type AddedCount = { name: string; cell: number; by: number };

/** The effect of one stream record on one item. */
type CounterStep = {
  sequence: string;
  added: AddedCount[];
  newest?: NewRow;
};

/** A counter item, and the steps that a batch of one stream shard makes on it, in the order of the shard. */
export type ItemChange = { key: Key; scope: string; hour?: number; steps: CounterStep[] };

export type CountedChange = { sequence: string; delta: CounterDelta };

/** Returns the effects of the changes, by item. */
export function itemChanges(shard: string, changes: readonly CountedChange[]): ItemChange[] {
  const items = new Map<string, ItemChange>();
  const slice = sliceOf(shard);
  // A batch has many changes of few items, and making a key takes longer than adding.
  const itemOf = (place: Pick<Addition, 'scope' | 'time'>): ItemChange => {
    const hour = hourIn(place);
    const name = `${place.scope} ${hour}`;
    const item = items.get(name) ?? { ...placeOf(place, slice), steps: [] };
    items.set(name, item);
    return item;
  };
  for (const change of changes) {
    const { additions, newest } = change.delta;
    for (const addition of additions) {
      const step = stepOf(itemOf(addition), change);
      step.added.push({ name: addition.name, cell: cellOf(addition), by: addition.by });
    }
    for (const row of newest ?? []) stepOf(itemOf(row), change).newest = row;
  }
  return [...items.values()];
}

const hourIn = ({ time }: Pick<Addition, 'time'>): number | undefined =>
  time === undefined ? undefined : Math.floor(time / hourMs) * hourMs;

/** Returns the item of an addition: an hour if it has a time, otherwise the total. */
export function placeOf({ scope, time }: Pick<Addition, 'scope' | 'time'>, slice: string): Omit<ItemChange, 'steps'> {
  const hour = hourIn({ time });
  if (hour === undefined) return { scope, key: keyOf('totalCounts', { scope, slice }) };
  return { scope, hour, key: keyOf('hourCounts', { scope, hour: hourOf(hour), slice }) };
}

/** Returns the step of this record in the item. A record's effects arrive together. */
function stepOf({ steps }: ItemChange, { sequence }: CountedChange): CounterStep {
  const last = steps.at(-1);
  if (last?.sequence === sequence) return last;
  const step: CounterStep = { sequence, added: [] };
  steps.push(step);
  return step;
}

/** Returns the cell of a time. An hour has a cell for each quarter; a total has one. */
export const cellOf = ({ time = 0 }: Pick<Addition, 'time'>): number => Math.floor((time % hourMs) / quarterMs);

/**
 * Returns the item with all steps that it does not include yet, or undefined when it includes all. Each item remembers
 * the last record of each shard that it includes, and a shard delivers its records in order.
 *
 * @param now ms since the epoch
 */
export function applyStep(
  { key, scope, hour, steps }: ItemChange,
  shard: string,
  stored: Item | undefined,
  now: number,
): Item | undefined {
  const marks = unpackMarks(stored?.marks);
  const mark = marks.get(shard)?.sequence ?? -1n;
  const missing = steps.filter(({ sequence }) => BigInt(sequence) > mark);
  const last = missing.at(-1);
  if (!last) return undefined;
  const seconds = Math.floor(now / 1000);
  marks.set(shard, { sequence: BigInt(last.sequence), at: seconds });
  const counters = unpackCounters(stored?.counts);
  const add = isAnswersScope(scope) ? addAnswerCounters : addBounded;
  for (const { added } of missing) add(counters, cellsOf(added, hour));
  const newest = newestWith(stored, missing);
  return {
    ...key,
    counts: packCounters(counters),
    marks: packMarks(marks, seconds),
    revision: revisionOf(stored) + 1,
    ...(Object.keys(newest).length > 0 && { newest }),
  };
}

export const revisionOf = (stored: Item | undefined): number => Number(stored?.revision ?? 0);

/** True when the item has not been written since it was read. */
export const unchangedSince = (stored: Item | undefined): Expression =>
  stored ? expression`revision = ${revisionOf(stored)}` : expression`attribute_not_exists(pk)`;

/**
 * @param hour the hour that they are added to, if it is one
 */
export function cellsOf(added: readonly AddedCount[], hour: number | undefined): Map<string, number[]> {
  const span = hour === undefined ? 1 : hourMs / quarterMs;
  const counters = new Map<string, number[]>();
  for (const { name, cell, by } of added) {
    const cells = counters.get(name) ?? Array<number>(span).fill(0);
    counters.set(name, cells);
    cells[cell] = (cells[cell] ?? 0) + by;
  }
  return counters;
}

/** Returns the newest rows that the item knows, updated by the steps. */
export function newestWith(
  stored: Item | undefined,
  steps: readonly Pick<CounterStep, 'newest'>[],
): Record<string, string> {
  const all = { ...newestOf(stored ?? {}) };
  for (const { newest } of steps) {
    if (newest && newest.sortKey > (all[newest.shard] ?? '')) all[newest.shard] = newest.sortKey;
  }
  return all;
}

export const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
