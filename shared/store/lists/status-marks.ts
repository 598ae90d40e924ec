import { quarterStart } from '../../domain/quarters.ts';
import { streamKeepsMs } from '../../durations.ts';
import { timeKey, timeOf } from '../../ids.ts';
import { keyOf, partitionOf, partsOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { putItem } from '../table.ts';
import type { CountedList } from './counted-list.ts';

/** For so long a process does not say again what it has said. */
const saidMs = 10_000;

const said = new Map<string, number>();
const saidMax = 1000;

/**
 * Says, before a row comes to another status, in which quarter hour it lies: until the change is counted, the counters do
 * not say so, and lists of the status look there too.
 *
 * @param scopes the lists that hold the row
 */
export async function markStatus(scopes: readonly string[], sortKey: string, status: string): Promise<void> {
  const now = Date.now();
  const quarter = timeKey(quarterStart(timeOf(sortKey)));
  const keys = scopes.map(scope => keyOf('statusMark', { scope, status, quarter }));
  const unsaid = keys.filter(({ pk, sk }) => now - (said.get(pk + sk) ?? 0) > saidMs);
  if (unsaid.length === 0) return;
  // By then the change is counted. One that is said again within its time has to outlast that.
  const ttl = Math.ceil((now + streamKeepsMs + saidMs) / 1000);
  await Promise.all(unsaid.map(key => putItem({ ...key, ttl })));
  if (said.size > saidMax) said.clear();
  for (const { pk, sk } of unsaid) said.set(pk + sk, now);
}

/** When the quarter hours of the list begin in which rows have come to the status within a day. */
export async function readStatusMarks({ id, from, to }: CountedList, status: string): Promise<number[]> {
  const key = (time: number) => keyOf('statusMark', { scope: id, status, quarter: timeKey(time) }).sk;
  const items = await queryAll({
    partition: partitionOf('statusMark', 'pk', { scope: id }),
    span: { low: key(quarterStart(from ?? 0)), high: key(to ?? Number.POSITIVE_INFINITY) },
  });
  return items
    .filter(({ ttl }) => Number(ttl) > Date.now() / 1000)
    .map(({ sk }) => timeOf((partsOf('statusMark', 'sk', sk)?.quarter ?? '').padEnd(26, '0')));
}
