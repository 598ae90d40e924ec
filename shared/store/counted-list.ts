import { countedStatuses, quartersOfDay } from '../domain/analytics/counted.ts';
import { dayOf, quarterMs, quarterStart } from '../domain/quarters.ts';
import { shardNames, timeKey, timeOf } from '../ids.ts';
import { keyOf, partitionOf, prefixOf } from './keys.ts';
import { queryAll } from './query.ts';
import type { Item } from './table.ts';
import { countRows, type Order, readSortKeys, type Span, spanAfter, type Timeline, wholeSpan } from './timeline.ts';

/** A list with counters: the responses of a form or an environment, or the deliveries of a webhook. */
export type CountedList = {
  id: string;
  timeline: Timeline;
  /** Ms since the epoch, as `to`, which is exclusive. */
  from?: number;
  to?: number;
};

const lastDay = Date.parse('9999-12-31');

type Quarter = { start: number; count: number };

export function keyRange({ from, to }: CountedList): Span {
  // A time's key is less than every sort key of its millisecond, so the upper bound is exclusive.
  return {
    low: from === undefined ? wholeSpan.low : timeKey(from),
    high: to === undefined ? wholeSpan.high : timeKey(to),
  };
}

/** How many responses there are: from the counters, and the few newer than what is counted one by one. */
export async function countItems(scope: CountedList): Promise<number> {
  let total = 0;
  if (scope.from !== undefined || scope.to !== undefined) {
    for await (const { count } of readQuarters(scope, 'asc')) total += count;
    return total;
  }
  const shards = await readShards(scope.id);
  const statuses = scope.timeline.status ? [scope.timeline.status] : countedStatuses;
  for (const shard of shards.values()) {
    for (const status of statuses) total += Number(shard[status] ?? 0);
  }
  for (const { count } of await readUncounted(scope, shards)) total += count;
  return total;
}

/**
 * Where the page at an offset begins: the quarter hour it lies in, and how many to pass over there. Costs the days'
 * counters, whatever the number of responses. Undefined when there are not so many.
 */
async function seek(
  scope: CountedList,
  order: Order,
  offset: number,
): Promise<{ span: Span; skip: number } | undefined> {
  let skip = offset;
  const span = keyRange(scope);
  for await (const { start, count } of readQuarters(scope, order)) {
    if (skip < count) {
      const begin = order === 'asc' ? { low: timeKey(start) } : { high: timeKey(start + quarterMs) };
      return { span: { ...span, ...narrow(span, begin) }, skip };
    }
    skip -= count;
  }
  return undefined;
}

function narrow(span: Span, { low, high }: Partial<Span>): Partial<Span> {
  if (low !== undefined) return { low: low > span.low ? low : span.low };
  return { high: high !== undefined && high < span.high ? high : span.high };
}

/** The quarter hours of the scope that hold responses, in order. One that the bounds cut is counted row by row. */
async function* readQuarters(scope: CountedList, order: Order): AsyncGenerator<Quarter> {
  for (const quarter of mergeQuarters(await readStillQuarters(scope), order === 'asc' ? 1 : -1))
    yield* clipToBounds(scope, quarter);
}

/** Each time they move, the counters took in rows that were read as uncounted; under a steady load some always have. */
const attemptsMax = 5;

/** Counted quarter hours and uncounted ones of one moment: the counters did not move while they were read. */
async function readStillQuarters(scope: CountedList): Promise<Quarter[]> {
  let shards = await readShards(scope.id);
  for (let attempt = 1; ; attempt++) {
    const [uncounted, days] = await Promise.all([readUncounted(scope, shards), readDays(scope)]);
    const after = await readShards(scope.id);
    if (attempt === attemptsMax || progressOf(shards) === progressOf(after)) {
      return [...days.flatMap(item => quartersOfDay(dayOfItem(item), item, scope.timeline.status)), ...uncounted];
    }
    shards = after;
  }
}

const progressOf = (shards: ReadonlyMap<string, Item>): string =>
  JSON.stringify([...shards].map(([shard, { newest }]) => [shard, newest]));

/** Quarter hours in order, each once. */
function mergeQuarters(quarters: readonly Quarter[], sign: 1 | -1): Quarter[] {
  const counts = new Map<number, number>();
  for (const { start, count } of quarters) counts.set(start, (counts.get(start) ?? 0) + count);
  return [...counts].map(([start, count]) => ({ start, count })).sort((a, b) => (a.start - b.start) * sign);
}

async function* clipToBounds(scope: CountedList, quarter: Quarter): AsyncGenerator<Quarter> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = scope;
  const [start, end] = [Math.max(quarter.start, from), Math.min(quarter.start + quarterMs, to)];
  if (start >= end) return;
  if (end - start === quarterMs) yield quarter;
  else {
    const span = { low: timeKey(start), high: timeKey(end) };
    const { timeline } = scope;
    const counts = await Promise.all(timeline.partitions.map(partition => countRows(timeline, partition, span)));
    yield { start: quarter.start, count: counts.reduce((sum, count) => sum + count, 0) };
  }
}

/** The rows newer than the newest that the counters know, by quarter hour: the stream is a moment behind the table. */
async function readUncounted(scope: CountedList, shards: ReadonlyMap<string, Item>): Promise<Quarter[]> {
  const counts = new Map<number, number>();
  const names = shardNames(scope.timeline.partitions.length);
  await Promise.all(
    scope.timeline.partitions.map(async (partition, index) => {
      const { low, high } = keyRange(scope);
      const newest = shards.get(names[index] ?? '')?.newest;
      const behind = newest ? spanAfter(String(newest), 'asc', wholeSpan).low : low;
      const span = { low: behind > low ? behind : low, high };
      for await (const sortKey of readSortKeys(scope.timeline, partition, span)) {
        const start = quarterStart(timeOf(sortKey));
        counts.set(start, (counts.get(start) ?? 0) + 1);
      }
    }),
  );
  return [...counts].map(([start, count]) => ({ start, count }));
}

/** The counters of each shard, by its name. */
async function readShards(scopeId: string): Promise<Map<string, Item>> {
  const prefix = prefixOf('shardCounts');
  const items = await queryAll({ partition: partitionOf('shardCounts', 'pk', { scope: scopeId }), prefix });
  return new Map(items.map(item => [item.sk.slice(prefix.length), item]));
}

const dayOfItem = (item: Item): string => item.sk.slice(prefixOf('dayCounts').length);

/** The counters of the days that the scope touches: some kilobytes for each. */
async function readDays({ id, from, to }: CountedList): Promise<Item[]> {
  const keyOfDay = (time: number) => keyOf('dayCounts', { scope: id, day: dayOf(time) });
  const { pk, sk: first } = keyOfDay(from ?? 0);
  const { sk: last } = keyOfDay(Math.min(to ?? lastDay, lastDay));
  if (first > last) return [];
  return queryAll({ partition: pk, span: { low: first, high: last } });
}

/** Beyond this offset, counters say where the page begins; up to it, reading and dropping costs less. */
const readThroughMax = 1000;

/** Where a page starts, and how many items to skip from there. */
export async function pageStart(
  scope: CountedList,
  order: Order,
  { position, offset }: { position?: string; offset: number },
): Promise<{ span: Span; skip: number }> {
  const span = keyRange(scope);
  if (position !== undefined) return { span: spanAfter(position, order, span), skip: 0 };
  if (offset <= readThroughMax) return { span, skip: offset };
  const nothing = { span: { low: '~', high: '0' }, skip: 0 };
  return (await seek(scope, order, offset)) ?? nothing;
}
