import { countedAnswers } from '../../counting/counter-deltas/answers-delta.ts';
import type { Image, NewRow } from '../../counting/counter-deltas/counter-delta.ts';
import { type CountedStatus, handledStatus, quarterAttribute } from '../../domain/analytics/counter-names.ts';
import { dayMs } from '../../durations.ts';
import { timeKey, timeOf } from '../../ids.ts';
import { addAnswerCounters } from '../../store/counters/bounded-counters.ts';
import { queryPage } from '../../store/query.ts';
import { withAllAnswers } from '../../store/responses/moved-answers.ts';
import type { Item } from '../../store/table.ts';
import type { RecountedList } from './recounted-list.ts';

/**
 * The stored rows: the number of each status in each quarter hour, the last row in each shard of the lists, and the
 * answers.
 */
export type StoredCounts = {
  counts: Map<string, number>;
  newest: Map<string, NewRow>;
  /** The counts of the day's answers, by counter name. */
  answers: Map<string, number[]>;
};

/** The progress of a count: the shard, its last counted row, and the counts so far. */
type RecountProgress = {
  shard: number;
  from?: string;
  counts: [string, number][];
  newest: [string, NewRow][];
  answers?: [string, number[]][];
};

type RecountResult = StoredCounts & {
  /** Where to continue when time ran out, as JSON. */
  progress?: string;
};

/**
 * Counts the stored rows of a list's day as its counters do. Only one page of rows is in memory at a time, with just
 * their status, keys and answers.
 */
export async function countStored(
  list: RecountedList,
  day: string,
  progress: string | undefined,
  deadline: number,
): Promise<RecountResult> {
  const before: RecountProgress = progress === undefined ? { shard: 0, counts: [], newest: [] } : JSON.parse(progress);
  const stored = { counts: new Map(before.counts), newest: new Map(before.newest), answers: new Map(before.answers) };
  let { from } = before;
  for (const [shard, place] of list.partitions.entries()) {
    if (shard < before.shard) continue;
    do {
      if (Date.now() >= deadline) {
        const { counts, newest, answers } = stored;
        const reached: RecountProgress = {
          ...{ shard, from, counts: [...counts] },
          ...{ newest: [...newest], answers: [...answers] },
        };
        return { ...stored, progress: JSON.stringify(reached) };
      }
      from = await countPage(list, place, day, from, stored);
    } while (from);
  }
  return stored;
}

const countedAttributes = ['pk', 'sk', 'status', 'gsi1pk', 'answers', 'answersAt', 'kinds', 'handling'];

/** Counts a page. Returns the sort key to continue from, or undefined at the end of the partition. */
async function countPage(
  { listsOf, answersScope }: RecountedList,
  [shard, partition]: RecountedList['partitions'][number],
  day: string,
  from: string | undefined,
  { counts, newest, answers }: StoredCounts,
): Promise<string | undefined> {
  const midnight = Date.parse(day);
  // A time's key sorts before every sort key of its millisecond, so the upper bound is exclusive.
  const span = { low: timeKey(midnight), high: timeKey(midnight + dayMs) };
  const query = { partition, span, attributes: countedAttributes };
  const { items, lastKey } = await queryPage(query, undefined, from ? { pk: partition, sk: from } : undefined);
  for (const item of items) {
    for (const list of listsOf(item, shard)) {
      const name = `${list.scope} ${list.shard}`;
      if (item.sk > (newest.get(name)?.sortKey ?? '')) newest.set(name, { ...list, sortKey: item.sk });
    }
  }
  addRows(counts, items);
  if (answersScope) addAnswerCounters(answers, answersOf(await withAllAnswers(items)));
  return lastKey?.sk;
}

function addRows(counts: Map<string, number>, items: readonly Item[]): void {
  for (const attribute of items.flatMap(attributesOf)) counts.set(attribute, (counts.get(attribute) ?? 0) + 1);
}

/** Returns the counters that count a row: by its status, and by its handling if it is not open. */
function attributesOf(item: Item): string[] {
  const time = timeOf(item.sk);
  const handled = handledStatus(item as Image);
  const status = quarterAttribute(time, item.status as CountedStatus);
  return handled ? [status, quarterAttribute(time, handled)] : [status];
}

/** Returns the combined counts of some responses' answers. */
function answersOf(items: readonly Item[]): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  for (const item of items) {
    for (const [name, by] of countedAnswers(item as Image)) sums.set(name, [(sums.get(name)?.[0] ?? 0) + by]);
  }
  return sums;
}
