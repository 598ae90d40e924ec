import { quarterStart } from '../../domain/quarters.ts';
import { streamKeepsMs } from '../../durations.ts';
import { timeKey, timeOf } from '../../ids.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { putItem } from '../table.ts';
import type { CountedList } from './counted-list.ts';

/** For so long a process does not say again what it has said. */
const saidSeconds = 10;

const said = new TtlCache<true>(saidSeconds, { sizeMax: 1000 });

/**
 * Says, before a row comes to another status, in which quarter hour it lies: until the change is counted, the counters do
 * not say so, and lists of the status look there too.
 *
 * @param scopes the lists that hold the row
 */
export async function markStatus(scopes: readonly string[], sortKey: string, status: string): Promise<void> {
  const quarter = timeKey(quarterStart(timeOf(sortKey)));
  const keys = scopes.map(scope => keyOf('statusMark', { scope, status, quarter }));
  // By then the change is counted. One that is said again within its time has to outlast that.
  const ttl = Math.ceil((Date.now() + streamKeepsMs) / 1000) + saidSeconds;
  const say = async (key: Key): Promise<true> => {
    await putItem({ ...key, ttl });
    return true;
  };
  await Promise.all(keys.map(key => said.get(key.pk + key.sk, () => say(key))));
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
