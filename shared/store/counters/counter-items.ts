import { randomUUID } from 'node:crypto';
import type { ItemUpdate } from '../expression.ts';
import { type Key, keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { batchGet, type Item, type TransactItem, updateItem } from '../table.ts';
import { updateWrite } from '../writes.ts';
import { addCounters, type Counters, unpackCounters } from './packed-counters.ts';

/** Returns the hour (UTC) of a time, as keys name it: `2026-03-01T12`. */
export const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13);

/**
 * The counters of an hour, over all slices. Each counter has four cells, one for each quarter hour. `start` is in ms
 * since the epoch; `newest` is the last sort key of the hour that was counted in each shard of a list.
 */
export type CountedHour = { start: number; counters: Counters; newest: ReadonlyMap<string, string> };

/**
 * Returns the hours with any counters, in order. The read is strongly consistent on request.
 *
 * @param start ms since the epoch, as is `end`, which is exclusive; includes every hour that overlaps the range
 */
export async function readHours(
  scope: string,
  start: number,
  end: number,
  { consistent = false } = {},
): Promise<CountedHour[]> {
  if (start >= end) return [];
  const first = keyOf('hourCounts', { scope, hour: hourOf(start), slice: '0' });
  const last = keyOf('hourCounts', { scope, hour: hourOf(end - 1), slice: '~' });
  const items = await queryAll({
    partition: first.pk,
    span: { low: first.sk, high: last.sk },
    attributes: ['sk', 'counts', 'newest'],
    consistent,
  });
  return [...Map.groupBy(items, ({ sk }) => sk.split('#')[1] ?? '')].map(([hour, slices]) => ({
    start: Date.parse(`${hour}:00Z`),
    ...sumOf(slices),
  }));
}

/**
 * The number of rows of each status (`c`, or `F:live` of forms), and the last sort key that was counted in each shard.
 */
export type Totals = { counts: ReadonlyMap<string, number>; newest: ReadonlyMap<string, string> };

export async function readTotals(scope: string): Promise<Totals> {
  return totalsIn(await readTotalItems(scope));
}

const readTotalItems = (scope: string): Promise<Item[]> =>
  queryAll({ partition: partitionOf('totalCounts', 'pk', { scope }), prefix: prefixOf('totalCounts') });

function totalsIn(items: readonly Item[]): Totals {
  const { counters, newest } = sumOf(items);
  return { counts: new Map([...counters].map(([name, [count = 0]]) => [name, count])), newest };
}

/** The slice that corrections are added to, whichever shards there are. */
export const correctedSlice = '0';

/**
 * Returns the totals of many forms of an environment: in one call for the environment, whose counters have every slice
 * that those of a form have, and one for each hundred items. The reads of forms are eventually consistent.
 */
export async function readTotalsOfForms(
  environmentId: string,
  forms: readonly string[],
): Promise<ReadonlyMap<string, Totals>> {
  const ofEnvironment = await readTotalItems(environmentId);
  const slices = new Set([correctedSlice, ...ofEnvironment.map(({ sk }) => sk.slice(prefixOf('totalCounts').length))]);
  const keys = forms.flatMap(scope => [...slices].map(slice => keyOf('totalCounts', { scope, slice })));
  const byScope = Map.groupBy(await batchGet(keys, { consistent: false }), ({ pk }) => pk);
  const ofForm = (scope: string) => byScope.get(partitionOf('totalCounts', 'pk', { scope })) ?? [];
  return new Map(forms.map(form => [form, totalsIn(ofForm(form))]));
}

function sumOf(slices: readonly Item[]) {
  const counters = new Map<string, number[]>();
  const newest = new Map<string, string>();
  for (const item of slices) {
    addCounters(counters, unpackCounters(item.counts));
    for (const [shard, sortKey] of Object.entries(newestOf(item))) {
      if (sortKey > (newest.get(shard) ?? '')) newest.set(shard, sortKey);
    }
  }
  return { counters, newest };
}

export const newestOf = ({ newest }: Partial<Item>): Readonly<Record<string, string>> =>
  (newest ?? {}) as Record<string, string>;

/**
 * Whether a scope's days are sealed. Those of forms and environments are; nobody adds up a receiver's counters over
 * years.
 */
export const isSealable = (scope: string): boolean => /^(form|env)_/.test(scope);

/**
 * Unseals a day and its month, because its hours have changed. A process that is about to seal them then finds a
 * different `stale` from the one that it read before the hours.
 *
 * @param day such as `2026-03-01`
 */
export async function unseal(scope: string, day: string): Promise<void> {
  await Promise.all(sealedKeys(scope, day).map(key => updateItem(key, isStale())));
}

/** Returns the writes that unseal a day and its month, for a transaction. */
export const unsealWrites = (scope: string, day: string): TransactItem[] =>
  sealedKeys(scope, day).map(key => updateWrite(key, isStale()));

const sealedKeys = (scope: string, day: string): Key[] => [
  keyOf('dayCounts', { scope, day }),
  keyOf('monthCounts', { scope, month: day.slice(0, 7) }),
];

const isStale = (): ItemUpdate => ({ set: { stale: randomUUID() }, remove: ['counts'] });
