import { throttlingReasonsOf } from '../aws/failed-calls.ts';
import { hourMs, minuteMs } from '../durations.ts';
import { shardNames, shardsMax, timeKey } from '../ids.ts';
import { allOf, type Expression, expression, isOr } from './expression.ts';
import { type LowerShardsJob, type SpreadRows, tenantOf } from './jobs.ts';
import { dueKeys, indexes, type Key, keyOf } from './keys.ts';
import { type TransactItem, writeIfUnchanged } from './table.ts';
import { exists, putWrite, updateWrite } from './writes.ts';

/** Over how many shards rows are spread: those that take new ones, and those that took some before. */
export type Spread = {
  shards: number;
  /** When the number went up last (ms since the epoch). Items of 0.1.0 do not say. */
  shardsRaisedAt?: number;
  /** What the number came down from: the fewer shards, the later their rows end. */
  formerShards?: readonly FormerShards[];
};

/** So many shards took rows until a time: ms since the epoch. */
type FormerShards = { shards: number; until: number };

/** One step a minute: what a step brings shows in what is throttled after it. */
const stepMs = minuteMs;

/** How long after a step somebody looks whether so many shards are still needed. */
export const calmMs = hourMs;

/**
 * For so long somebody may still write to the shards of before: processes know the number for up to a minute, a request takes
 * half of one, and clocks differ.
 */
const knownMs = 10 * minuteMs;

/** The shards that may have rows. */
export const readableShards = ({ shards, formerShards = [] }: Spread): string[] =>
  shardNames(Math.max(shards, ...formerShards.map(former => former.shards)));

/** The sort keys from which on shards have no rows, by what `nameOf` calls a shard; those that take new ones have no end. */
export function endsOfShards({ shards, formerShards = [] }: Spread, nameOf: (shard: string) => string) {
  const ends = new Map<string, string>();
  for (const former of formerShards) {
    for (const shard of shardNames(former.shards).slice(shards)) ends.set(nameOf(shard), timeKey(former.until));
  }
  return ends;
}

/**
 * Raises the `shards` of an item to four times as many as were known, 32 at most, and sees to it that they come down again.
 * False when they are not as they were known, or were raised within the last minute.
 */
export function raiseShards(key: Key, rows: SpreadRows, known: number, now = Date.now()): Promise<boolean> {
  const rested = expression`(attribute_not_exists(shardsRaisedAt) OR shardsRaisedAt <= ${now - stepMs})`;
  const set = { shards: Math.min(known * 4, shardsMax), shardsRaisedAt: now };
  return writeIfUnchanged([
    updateWrite(key, { set, if: allOf(exists, isOr('shards', known, 1), rested) }),
    putWrite(lowerShardsItem(rows, now + calmMs)),
  ]);
}

/** The write that lets fewer shards take new rows. It fails where the number has been raised since it was read. */
export function lowerShardsWrite(key: Key, read: Spread, shards: number, now: number): TransactItem {
  const { formerShards = [], shardsRaisedAt } = read;
  // What ends later ends those that are among it too.
  const kept = formerShards.filter(former => former.shards > read.shards);
  const former: FormerShards = { shards: read.shards, until: now + knownMs };
  const raisedBefore: Expression =
    shardsRaisedAt === undefined
      ? expression`attribute_not_exists(shardsRaisedAt)`
      : expression`shardsRaisedAt = ${shardsRaisedAt}`;
  return updateWrite(key, {
    set: { shards, formerShards: [...kept, former] },
    if: allOf(exists, expression`shards = ${read.shards}`, raisedBefore),
  });
}

/** The job that brings the shards of a form or an index down again: one for each. */
export function lowerShardsItem(rows: SpreadRows, time: number) {
  const name = 'formId' in rows ? rows.formId : `${rows.organizationId}-${rows.environment}`;
  const job: LowerShardsJob = { kind: 'lowerShards', ...rows, step: 0 };
  return { ...keyOf('job', { job: `shards-${name}` }), ...dueKeys(time, tenantOf(rows)), ...job };
}

/**
 * Whose partition takes no more writes: the table's, or that of the index of lists. Undefined for a throttle that other
 * partitions would meet as well, or that does not say what it is: limits of the account and of the table, other indexes, and
 * transactions, whose reasons name none.
 */
export function hotPartitionOf(error: unknown): 'table' | 'index' | undefined {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-diagnosing.html
  const hot = throttlingReasonsOf(error).find(({ reason }) => reason?.endsWith('WriteKeyRangeThroughputExceeded'));
  if (hot?.reason?.startsWith('Table')) return 'table';
  return hot?.resource?.endsWith(`/index/${indexes.lists.name}`) ? 'index' : undefined;
}
