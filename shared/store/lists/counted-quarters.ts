import { isState } from '../../domain/analytics/counter-names.ts';
import { quarterMs, quarterStart } from '../../domain/time/quarters.ts';
import { streamKeepsMs } from '../../durations.ts';
import { firstSortKey, isCompletedSortKey, shardNames, timeKey, timeOf } from '../../ids.ts';
import type { Totals } from '../counters/counter-items.ts';
import type { Order } from '../query.ts';
import { countRows, readSortKeys, spanAfter, wholeSpan } from '../timeline.ts';
import type { CountedList } from './counted-list.ts';
import { inOrder, type Quarter, readStretches, type Stretch } from './counted-stretches.ts';

/**
 * A row that the totals do not count yet, or a place where one may be. A row without a sort key is counted nowhere.
 * `count` is -1 where the totals still count a row that has moved.
 */
export type Other = { start: number; count?: number; sortKey?: string; shard?: string };

/**
 * Adds rows that are not counted yet, or may be there, to the ordered stretches of a list. Each goes into its hour or
 * day, unless it is counted there.
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

/** Adds rows to a stretch. The counters were read after the rows, so they may already count some. */
function adding(stretch: Stretch, others: readonly Other[]): Stretch {
  const { newest } = stretch;
  const added = others.filter(({ sortKey, shard = '' }) => !sortKey || sortKey > (newest?.get(shard) ?? ''));
  if (added.length === 0) return stretch;
  const quarters = async () => merged([...(await stretch.quarters()), ...quartersOf(added)]);
  const sum = sumOf(added);
  return { ...stretch, count: stretch.count + sum, rows: stretch.rows + sum, quarters };
}

/** Returns the number of these rows. */
export const sumOf = (others: readonly Other[]): number => others.reduce((sum, { count = 1 }) => sum + count, 0);

const quartersOf = (others: readonly Other[]): Quarter[] =>
  others.map(({ start, count = 1 }) => ({ start, count, rows: count }));

/** Returns the stretches of rows where nothing is counted. A row that has moved is not counted there either. */
const stretchesOfOthers = (others: readonly Other[]): Stretch[] =>
  merged(quartersOf(others))
    .filter(({ count }) => count > 0)
    .map(quarter => ({ ...quarter, end: quarter.start + quarterMs, quarters: async () => [quarter] }));

/** Returns the quarter hours, each once, in order of first appearance. */
function merged(quarters: readonly Quarter[]): Quarter[] {
  const sums = new Map<number, Quarter>();
  for (const { start, count, rows } of quarters) {
    const sum = sums.get(start);
    sums.set(start, { start, count: count + (sum?.count ?? 0), rows: rows + (sum?.rows ?? 0) });
  }
  return [...sums.values()];
}

/**
 * Returns the stretches of a list. One that its bounds cut is split into quarter hours, and a quarter hour that they
 * cut is counted row by row.
 */
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
 * Reads the rows newer than the newest that the totals count, because the stream is a moment behind the table.
 *
 * @param lagMs also includes rows that are this much older, to find those that may not be counted
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
          others.push(...movedFrom(scope, sortKey, newest));
        }
        return others;
      }),
  );
  return found.flat();
}

/**
 * Returns the place that a moved row has left, if the totals still count it there. Totals of one state do so until the
 * stream has brought the change, as with any change of state.
 */
function movedFrom({ timeline, from = 0 }: CountedList, sortKey: string, newest: Totals['newest']): Other[] {
  const first = firstSortKey(sortKey);
  if (!isCompletedSortKey(sortKey) || isState(timeline) || timeOf(first) < from) return [];
  // The index shard that it was in is no longer known.
  const counted = timeline.index ? [...newest.values()].sort().at(-1) : newest.get(first.slice(-1));
  return first <= (counted ?? '') ? [{ start: quarterStart(timeOf(first)), count: -1 }] : [];
}

/** Whether the stream has brought all of a partition: it has had no new rows for longer than the stream keeps them. */
function isCountedWhole({ ends }: CountedList['timeline'], partition: string): boolean {
  const end = ends?.get(partition);
  return end !== undefined && end < timeKey(Date.now() - streamKeepsMs);
}

const behindNewest = (newest: string, lagMs: number): string =>
  lagMs > 0 ? timeKey(timeOf(newest) - lagMs) : spanAfter(newest, 'asc', wholeSpan).low;
