import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Key, keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { dynamodb, type Item, tableName } from '../table.ts';
import { addCounters, type Counters, unpackCounters } from './packed-counters.ts';

export const hourMs = 3_600_000;

/** The hour (UTC) that a time lies in, as keys name it: `2026-03-01T12`. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13);

/** What was counted in an hour, all slices together: each counter has four cells, its quarter hours. `start`: ms since the epoch. */
export type CountedHour = { start: number; counters: Counters };

/**
 * The hours that hold anything, in their order; strongly consistent where asked.
 *
 * @param start ms since the epoch, as `end`, which is exclusive: all hours that have a part in between are read
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
    attributes: ['sk', 'counts'],
    consistent,
  });
  const hours = new Map<string, Map<string, number[]>>();
  for (const { sk, counts } of items) {
    const hour = sk.split('#')[1] ?? '';
    const sums = hours.get(hour) ?? new Map();
    hours.set(hour, sums);
    addCounters(sums, unpackCounters(counts));
  }
  return [...hours].map(([hour, counters]) => ({ start: Date.parse(`${hour}:00Z`), counters }));
}

/** How many exist of each status (`c`, or `F:live` of forms), and the last sort key that was counted in each shard. */
export type Totals = { counts: ReadonlyMap<string, number>; newest: ReadonlyMap<string, string> };

export async function readTotals(scope: string): Promise<Totals> {
  const items = await queryAll({
    partition: partitionOf('totalCounts', 'pk', { scope }),
    prefix: prefixOf('totalCounts'),
  });
  const sums = new Map<string, number[]>();
  const newest = new Map<string, string>();
  for (const item of items) {
    addCounters(sums, unpackCounters(item.counts));
    for (const [shard, sortKey] of Object.entries(newestOf(item))) {
      if (sortKey > (newest.get(shard) ?? '')) newest.set(shard, sortKey);
    }
  }
  return { counts: new Map([...sums].map(([name, [count = 0]]) => [name, count])), newest };
}

const newestOf = ({ newest }: Partial<Item>): Readonly<Record<string, string>> =>
  (newest ?? {}) as Record<string, string>;

/**
 * Takes back that a day is sealed, and its month, because its hours have changed. Who is about to seal them finds another
 * `stale` than it read before the hours.
 *
 * @param day `2026-03-01`
 */
export async function unseal(scope: string, day: string): Promise<void> {
  const sealed = [keyOf('dayCounts', { scope, day }), keyOf('monthCounts', { scope, month: day.slice(0, 7) })];
  await Promise.all(sealed.map(makeStale));
}

async function makeStale(Key: Key): Promise<void> {
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableName(),
      Key,
      UpdateExpression: 'SET stale = :stale REMOVE counts',
      ExpressionAttributeValues: { ':stale': randomUUID() },
    }),
  );
}
