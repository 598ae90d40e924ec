import { quarterMs, quarterStart } from '../../domain/quarters.ts';
import { streamKeepsMs } from '../../durations.ts';
import { shardNames, timeKey, timeOf } from '../../ids.ts';
import type { Totals } from '../counters/counter-items.ts';
import type { Order } from '../query.ts';
import { countRows, readSortKeys, spanAfter, wholeSpan } from '../timeline.ts';
import type { CountedList } from './counted-list.ts';
import { inOrder, type Quarter, readStretches, type Stretch } from './counted-stretches.ts';

/** A row that the totals do not count yet, or where one may be; one without a sort key is counted nowhere. */
export type Other = { start: number; sortKey?: string; shard?: string };

/**
 * The stretches of a list in order, with rows that are not counted yet, or may be there: each in the hour or the day that
 * it lies in, unless it is counted there.
 */
export async function* withOthers(
  stretches: AsyncIterable<Stretch>,
  others: readonly Other[],
  order: Order,
): AsyncGenerator<Stretch> {
  let pending = inOrder(others, order);
  for await (const stretch of stretches) {
    const { start, end } = stretch;
    const isBefore = (other: Other) => (order === 'asc' ? other.start < start : other.start >= end);
    yield* stretchesOfOthers(pending.filter(isBefore));
    const rest = pending.filter(other => !isBefore(other));
    yield adding(
      stretch,
      rest.filter(other => start <= other.start && other.start < end),
    );
    pending = rest.filter(other => other.start < start || other.start >= end);
  }
  yield* stretchesOfOthers(pending);
}

/** The counters were read after the rows: they may count some of them by now. */
function adding(stretch: Stretch, others: readonly Other[]): Stretch {
  const { newest } = stretch;
  const added = others.filter(({ sortKey, shard = '' }) => !sortKey || sortKey > (newest?.get(shard) ?? ''));
  if (added.length === 0) return stretch;
  const quarters = async () => merged([...(await stretch.quarters()), ...quartersOf(added)]);
  return { ...stretch, count: stretch.count + added.length, rows: stretch.rows + added.length, quarters };
}

const quartersOf = (others: readonly Other[]): Quarter[] => others.map(({ start }) => ({ start, count: 1, rows: 1 }));

const stretchesOfOthers = (others: readonly Other[]): Stretch[] =>
  merged(quartersOf(others)).map(quarter => ({
    ...quarter,
    end: quarter.start + quarterMs,
    quarters: async () => [quarter],
  }));

/** Quarter hours, each once, in the order in which they are first met. */
function merged(quarters: readonly Quarter[]): Quarter[] {
  const sums = new Map<number, Quarter>();
  for (const { start, count, rows } of quarters) {
    const sum = sums.get(start);
    sums.set(start, { start, count: count + (sum?.count ?? 0), rows: rows + (sum?.rows ?? 0) });
  }
  return [...sums.values()];
}

/** The stretches of a list: one that its bounds cut in quarter hours, and a quarter hour that they cut counted row by row. */
export async function* countedStretches(scope: CountedList, order: Order, { newest }: Totals): AsyncGenerator<Stretch> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = scope;
  const uncounted = await readUncounted(scope, newest);
  for await (const stretch of withOthers(readStretches(scope, order), uncounted, order)) {
    if (from <= stretch.start && stretch.end <= to) yield stretch;
    else for (const quarter of inOrder(await stretch.quarters(), order)) yield* clipped(scope, quarter);
  }
}

async function* clipped(scope: CountedList, quarter: Quarter): AsyncGenerator<Stretch> {
  const { timeline, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = scope;
  const [start, end] = [Math.max(quarter.start, from), Math.min(quarter.start + quarterMs, to)];
  if (start >= end) return;
  const span = { low: timeKey(start), high: timeKey(end) };
  const counts =
    end - start === quarterMs
      ? [quarter.count]
      : await Promise.all(timeline.partitions.map(partition => countRows(timeline, partition, span)));
  const count = counts.reduce((sum, each) => sum + each, 0);
  const counted = { ...quarter, count };
  yield { ...counted, end: quarter.start + quarterMs, quarters: async () => [counted] };
}

/**
 * The rows newer than the newest that the totals count: the stream is a moment behind the table.
 *
 * @param lagMs takes in rows that are so much older, for the search of what may not be counted
 */
export async function readUncounted(scope: CountedList, newest: Totals['newest'], lagMs = 0): Promise<Other[]> {
  const { from, to, timeline } = scope;
  const low = from === undefined ? wholeSpan.low : timeKey(from);
  const high = to === undefined ? wholeSpan.high : timeKey(to);
  const names = shardNames(timeline.partitions.length);
  const shards = timeline.partitions.map((partition, index) => ({ partition, shard: names[index] ?? '' }));
  const found = await Promise.all(
    shards
      .filter(({ partition }) => !isCountedWhole(timeline, partition))
      .map(async ({ partition, shard }) => {
        const last = newest.get(shard);
        const behind = last === undefined ? low : behindNewest(last, lagMs);
        const others: Other[] = [];
        for await (const sortKey of readSortKeys(timeline, partition, { low: behind > low ? behind : low, high })) {
          others.push({ start: quarterStart(timeOf(sortKey)), ...(lagMs === 0 && { sortKey, shard }) });
        }
        return others;
      }),
  );
  return found.flat();
}

/** The stream has brought all of a partition that has had no new rows for longer than it keeps them. */
function isCountedWhole({ ends }: CountedList['timeline'], partition: string): boolean {
  const end = ends?.get(partition);
  return end !== undefined && end < timeKey(Date.now() - streamKeepsMs);
}

const behindNewest = (newest: string, lagMs: number): string =>
  lagMs > 0 ? timeKey(timeOf(newest) - lagMs) : spanAfter(newest, 'asc', wholeSpan).low;
