import { quartersOfDay } from '../../domain/analytics/counted.ts';
import { dayMs, dayOf, quarterMs, quarterStart } from '../../domain/quarters.ts';
import { shardNames, timeKey, timeOf } from '../../ids.ts';
import { keyOf, partitionOf, prefixOf } from '../keys.ts';
import type { Order } from '../query.ts';
import { queryAll, queryEach } from '../query.ts';
import type { Item } from '../table.ts';
import { countRows, readSortKeys, spanAfter, wholeSpan } from '../timeline.ts';
import type { CountedList } from './counted-list.ts';

/** A quarter hour that holds anything: when it begins, how much of what is listed, and how much in all. */
export type Quarter = { start: number; count: number; rows: number };

/** The counters of each shard, by its name. */
export type Shards = ReadonlyMap<string, Item>;

export async function readShards(scopeId: string): Promise<Shards> {
  const prefix = prefixOf('shardCounts');
  const items = await queryAll({ partition: partitionOf('shardCounts', 'pk', { scope: scopeId }), prefix });
  return new Map(items.map(item => [item.sk.slice(prefix.length), item]));
}

export function sumOfShards(shards: Shards, statuses: readonly string[]): number {
  let sum = 0;
  for (const shard of shards.values()) for (const status of statuses) sum += Number(shard[status] ?? 0);
  return sum;
}

/** Each time they move, the counters took in rows that were read as uncounted; under a steady load some always have. */
const attemptsMax = 5;

/**
 * Walks over the quarter hours of a list in order, as far as `walk` goes, with counted and uncounted rows of one moment: the
 * counters did not move meanwhile, or it walks anew.
 */
export async function overQuarters<T>(
  scope: CountedList,
  order: Order,
  walk: (quarters: AsyncIterable<Quarter>) => Promise<T>,
): Promise<T> {
  let shards = await readShards(scope.id);
  for (let attempt = 1; ; attempt++) {
    const uncounted = await readUncounted(scope, shards);
    const result = await walk(clipToBounds(scope, readQuarters(scope, order, uncounted)));
    const after = await readShards(scope.id);
    if (attempt === attemptsMax || progressOf(shards) === progressOf(after)) return result;
    shards = after;
  }
}

const progressOf = (shards: Shards): string =>
  JSON.stringify([...shards].map(([shard, { newest }]) => [shard, newest]));

/** The quarter hours of a list in order: those that are counted, a day read after the other, and others that are known of. */
export async function* readQuarters(
  scope: CountedList,
  order: Order,
  others: readonly Quarter[],
  { counted = true } = {},
): AsyncGenerator<Quarter> {
  const sign = order === 'asc' ? 1 : -1;
  let pending = [...others];
  for await (const item of counted ? readDays(scope, order) : []) {
    const day = dayOfItem(item);
    const end = Date.parse(day) + (order === 'asc' ? dayMs : -1);
    const before = pending.filter(({ start }) => (end - start) * sign > 0);
    pending = pending.filter(({ start }) => (end - start) * sign <= 0);
    yield* merged([...quartersOfDay(day, item, scope.timeline.status), ...before], sign);
  }
  yield* merged(pending, sign);
}

/** Quarter hours in order, each once. */
function merged(quarters: readonly Quarter[], sign: 1 | -1): Quarter[] {
  const sums = new Map<number, Quarter>();
  for (const { start, count, rows } of quarters) {
    const sum = sums.get(start);
    sums.set(start, { start, count: count + (sum?.count ?? 0), rows: rows + (sum?.rows ?? 0) });
  }
  return [...sums.values()].sort((a, b) => (a.start - b.start) * sign);
}

/** A quarter hour that the bounds of the list cut is counted row by row. */
async function* clipToBounds(scope: CountedList, quarters: AsyncIterable<Quarter>): AsyncGenerator<Quarter> {
  const { timeline, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = scope;
  for await (const quarter of quarters) {
    const [start, end] = [Math.max(quarter.start, from), Math.min(quarter.start + quarterMs, to)];
    if (start >= end) continue;
    if (end - start === quarterMs) yield quarter;
    else {
      const span = { low: timeKey(start), high: timeKey(end) };
      const counts = await Promise.all(timeline.partitions.map(partition => countRows(timeline, partition, span)));
      yield { ...quarter, count: counts.reduce((sum, count) => sum + count, 0) };
    }
  }
}

/**
 * The rows newer than the newest that the counters know, by quarter hour: the stream is a moment behind the table.
 *
 * @param lagMs takes in rows that are so much older, for the search of what may not be counted
 */
export async function readUncounted(scope: CountedList, shards: Shards, lagMs = 0): Promise<Quarter[]> {
  const { from, to, timeline } = scope;
  const [low, high] = [
    from === undefined ? wholeSpan.low : timeKey(from),
    to === undefined ? wholeSpan.high : timeKey(to),
  ];
  const names = shardNames(timeline.partitions.length);
  const starts = await Promise.all(
    timeline.partitions.map(async (partition, index) => {
      const newest = shards.get(names[index] ?? '')?.newest;
      const behind = newest ? behindNewest(String(newest), lagMs) : low;
      const span = { low: behind > low ? behind : low, high };
      const found: number[] = [];
      for await (const sortKey of readSortKeys(timeline, partition, span)) found.push(quarterStart(timeOf(sortKey)));
      return found;
    }),
  );
  return merged(
    starts.flat().map(start => ({ start, count: 1, rows: 1 })),
    1,
  );
}

const behindNewest = (newest: string, lagMs: number): string =>
  lagMs > 0 ? timeKey(timeOf(newest) - lagMs) : spanAfter(newest, 'asc', wholeSpan).low;

const dayOfItem = (item: Item): string => item.sk.slice(prefixOf('dayCounts').length);

const lastDay = Date.parse('9999-12-31');

/** Of the days of a list, so many are read at first: often a few are enough. */
const daysAtFirst = 4;

/** The counters of the days that the list touches, in order: some kilobytes for each. */
async function* readDays({ id, from, to }: CountedList, order: Order): AsyncGenerator<Item> {
  const keyOfDay = (time: number) => keyOf('dayCounts', { scope: id, day: dayOf(time) });
  const { pk, sk: first } = keyOfDay(Math.max(from ?? 0, 0));
  const { sk: last } = keyOfDay(Math.max(Math.min(to ?? lastDay, lastDay), 0));
  if (first > last) return;
  yield* queryEach({ partition: pk, span: { low: first, high: last }, order }, daysAtFirst);
}
