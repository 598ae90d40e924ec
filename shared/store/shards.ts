import { throttlingReasonsOf } from '../aws/failed-calls.ts';
import { hourMs, minuteMs } from '../durations.ts';
import { shardNames, shardsMax, timeKey } from '../ids.ts';
import { allOf, type Expression, expression, isOr } from './expression.ts';
import { type LowerShardsJob, type SpreadRows, tenantOf } from './jobs.ts';
import { dueKeys, indexes, type Key, keyOf } from './keys.ts';
import { type TransactItem, writeIfUnchanged } from './table.ts';
import { exists, putWrite, updateWrite } from './writes.ts';

/** The shards that rows are spread over: those that take new rows, and those that used to. */
export type Spread = {
  shards: number;
  /** When the number was last raised (ms since the epoch). Items of 0.1.0 lack this. */
  shardsRaisedAt?: number;
  /** The numbers it was lowered from. The fewer the shards, the later their rows end. */
  formerShards?: readonly FormerShards[];
};

/** A number of shards that took rows until a time, in ms since the epoch. */
type FormerShards = { shards: number; until: number };

/** At most one step a minute, because the effect of a step shows only in later throttles. */
const stepMs = minuteMs;

/** How long after a step the number of shards is checked again. */
export const calmMs = hourMs;

/**
 * How long writers may still use the old shards: processes know the number for up to a minute, a request takes up to
 * half a minute, and clocks differ.
 */
const knownMs = 10 * minuteMs;

/** Returns the shards that may have rows. */
export const readableShards = ({ shards, formerShards = [] }: Spread): string[] =>
  shardNames(Math.max(shards, ...formerShards.map(former => former.shards)));

/**
 * Returns the sort keys from which shards have no rows, by what `nameOf` calls a shard. Shards that take new rows have
 * no end.
 */
export function endsOfShards({ shards, formerShards = [] }: Spread, nameOf: (shard: string) => string) {
  const ends = new Map<string, string>();
  for (const former of formerShards) {
    for (const shard of shardNames(former.shards).slice(shards)) ends.set(nameOf(shard), timeKey(former.until));
  }
  return ends;
}

/**
 * Raises an item's `shards` to four times the known number, 32 at most, and schedules the job that lowers them again.
 * Returns false when the number has changed, or was raised within the last minute.
 */
export function raiseShards(key: Key, rows: SpreadRows, known: number, now = Date.now()): Promise<boolean> {
  const rested = expression`(attribute_not_exists(shardsRaisedAt) OR shardsRaisedAt <= ${now - stepMs})`;
  const set = { shards: Math.min(known * 4, shardsMax), shardsRaisedAt: now };
  return writeIfUnchanged([
    updateWrite(key, { set, if: allOf(exists, isOr('shards', known, 1), rested) }),
    putWrite(lowerShardsItem(rows, now + calmMs)),
  ]);
}

/** Returns the write that lets fewer shards take new rows. It fails when the number was raised since it was read. */
export function lowerShardsWrite(key: Key, read: Spread, shards: number, now: number): TransactItem {
  const { formerShards = [], shardsRaisedAt } = read;
  // A later end also covers smaller numbers of shards.
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

/** Returns the job that lowers the shards of a form or an index again: one for each. */
export function lowerShardsItem(rows: SpreadRows, time: number) {
  const name = 'formId' in rows ? rows.formId : `${rows.organizationId}-${rows.environment}`;
  const job: LowerShardsJob = { kind: 'lowerShards', ...rows, step: 0 };
  return { ...keyOf('job', { job: `shards-${name}` }), ...dueKeys(time, tenantOf(rows)), ...job };
}

/**
 * Returns whether a partition of the table or of the list index is throttled. Returns undefined for a throttle that
 * other partitions would meet as well, or that names no cause: limits of the account and the table, other indexes, and
 * transactions, whose reasons name none.
 */
export function hotPartitionOf(error: unknown): 'table' | 'index' | undefined {
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-diagnosing.html
  const hot = throttlingReasonsOf(error).find(({ reason }) => reason?.endsWith('WriteKeyRangeThroughputExceeded'));
  if (hot?.reason?.startsWith('Table')) return 'table';
  return hot?.resource?.endsWith(`/index/${indexes.lists.name}`) ? 'index' : undefined;
}
