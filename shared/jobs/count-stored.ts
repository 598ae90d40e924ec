import type { NewRow } from '../counting/counter-deltas/counter-delta.ts';
import { type CountedStatus, quarterAttribute } from '../domain/analytics/counted.ts';
import { dayMs } from '../durations.ts';
import { timeKey, timeOf } from '../ids.ts';
import { queryPage } from '../store/query.ts';
import type { RecountedList } from './recounted-list.ts';

/** What is stored: how many of each status in each quarter hour, and the last row in each shard of the lists. */
export type Stored = { counts: Map<string, number>; newest: Map<string, NewRow> };

/** How far a count has come: the shard, the last row of it that was counted, and what is counted so far. */
type Progress = { shard: number; from?: string; counts: [string, number][]; newest: [string, NewRow][] };

type Counted = Stored & {
  /** JSON, when time ran out: where to continue. */
  progress?: string;
};

/**
 * Counts the stored rows of a list's day as its counters do. A page of rows at a time is in memory, and of each its status
 * and keys.
 */
export async function countStored(
  list: RecountedList,
  day: string,
  progress: string | undefined,
  deadline: number,
): Promise<Counted> {
  const before: Progress = progress === undefined ? { shard: 0, counts: [], newest: [] } : JSON.parse(progress);
  const stored = { counts: new Map(before.counts), newest: new Map(before.newest) };
  let { from } = before;
  for (const [shard, place] of list.partitions.entries()) {
    if (shard < before.shard) continue;
    do {
      if (Date.now() >= deadline) {
        const { counts, newest } = stored;
        const reached: Progress = { shard, from, counts: [...counts], newest: [...newest] };
        return { ...stored, progress: JSON.stringify(reached) };
      }
      from = await countPage(list, place, day, from, stored);
    } while (from);
  }
  return stored;
}

/** Gives the sort key to go on from; undefined at the end of the partition. */
async function countPage(
  { listsOf }: RecountedList,
  [shard, partition]: RecountedList['partitions'][number],
  day: string,
  from: string | undefined,
  { counts, newest }: Stored,
): Promise<string | undefined> {
  const midnight = Date.parse(day);
  // A time's key is less than every sort key of its millisecond, so the upper bound is exclusive.
  const span = { low: timeKey(midnight), high: timeKey(midnight + dayMs) };
  const query = { partition, span, attributes: ['sk', 'status', 'gsi1pk'] };
  const { items, lastKey } = await queryPage(query, undefined, from ? { pk: partition, sk: from } : undefined);
  for (const item of items) {
    const attribute = quarterAttribute(timeOf(item.sk), item.status as CountedStatus);
    counts.set(attribute, (counts.get(attribute) ?? 0) + 1);
    for (const list of listsOf(item, shard)) {
      const name = `${list.scope} ${list.shard}`;
      if (item.sk > (newest.get(name)?.sortKey ?? '')) newest.set(name, { ...list, sortKey: item.sk });
    }
  }
  return lastKey?.sk;
}
