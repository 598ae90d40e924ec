import { type CountedStatus, quarterAttribute } from '../domain/analytics/counted.ts';
import { dayMs } from '../durations.ts';
import { shardNames, timeKey, timeOf } from '../ids.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import { partitionOf } from '../store/keys.ts';
import { queryPage } from '../store/query.ts';

/** How far a count has come: the shard, the last row of it that was counted, and the counts so far. */
type Progress = { shard: number; from?: string; counts: [string, number][] };

type Counted = {
  counts: ReadonlyMap<string, number>;
  /** JSON, when time ran out: where to continue. */
  progress?: string;
};

/**
 * Counts the stored responses of a form's day as its counters do, by status and quarter hour. A page of rows at a time is
 * in memory, and of each its status and sort key.
 */
export async function countStored(
  { form, shards }: StoredForm,
  day: string,
  progress: string | undefined,
  deadline: number,
): Promise<Counted> {
  const before: Progress = progress === undefined ? { shard: 0, counts: [] } : JSON.parse(progress);
  const counts = new Map(before.counts);
  let { from } = before;
  for (const [shard, name] of shardNames(shards).entries()) {
    if (shard < before.shard) continue;
    const partition = partitionOf('response', 'pk', { form: form.id, shard: name });
    do {
      if (Date.now() >= deadline) {
        return { counts, progress: JSON.stringify({ shard, from, counts: [...counts] } satisfies Progress) };
      }
      from = await countPage(partition, day, from, counts);
    } while (from);
  }
  return { counts };
}

/** Gives the sort key to go on from; undefined at the end of the partition. */
async function countPage(
  partition: string,
  day: string,
  from: string | undefined,
  counts: Map<string, number>,
): Promise<string | undefined> {
  const midnight = Date.parse(day);
  // A time's key is less than every sort key of its millisecond, so the upper bound is exclusive.
  const span = { low: timeKey(midnight), high: timeKey(midnight + dayMs) };
  const query = { partition, span, attributes: ['sk', 'status'] };
  const { items, lastKey } = await queryPage(query, undefined, from ? { pk: partition, sk: from } : undefined);
  for (const { sk, status } of items) {
    const attribute = quarterAttribute(timeOf(sk), status as CountedStatus);
    counts.set(attribute, (counts.get(attribute) ?? 0) + 1);
  }
  return lastKey?.sk;
}
