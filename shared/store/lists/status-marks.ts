import { quarterStart } from '../../domain/time/quarters.ts';
import { streamKeepsMs } from '../../durations.ts';
import { timeKey, timeOf } from '../../ids.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { putItem } from '../table.ts';
import type { CountedList } from './counted-list.ts';

/** How long a process does not write the same mark again. */
const saidSeconds = 10;

const said = new TtlCache<true>(saidSeconds, { sizeMax: 1000 });

/**
 * Marks the quarter hour of a row that is about to get another status. Until the change is counted, lists of the status
 * look there too.
 *
 * @param scopes the lists that contain the row
 */
export async function markStatus(scopes: readonly string[], sortKey: string, status: string): Promise<void> {
  const quarter = timeKey(quarterStart(timeOf(sortKey)));
  const keys = scopes.map(scope => keyOf('statusMark', { scope, status, quarter }));
  // The change is counted by then. The extra time covers marks that are not written again.
  const ttl = Math.ceil((Date.now() + streamKeepsMs) / 1000) + saidSeconds;
  const say = async (key: Key): Promise<true> => {
    await putItem({ ...key, ttl });
    return true;
  };
  await Promise.all(keys.map(key => said.get(key.pk + key.sk, () => say(key))));
}

/** Returns the starts of the list's quarter hours in which rows have got its state within the last day. */
export async function readStatusMarks(scope: CountedList): Promise<number[]> {
  const { status, handling } = scope.timeline;
  const states = [status, handling].filter(state => state !== undefined);
  const marks = await Promise.all(states.map(state => readMarks(scope, state)));
  return [...new Set(marks.flat())];
}

async function readMarks({ id, from, to }: CountedList, status: string): Promise<number[]> {
  const key = (time: number) => keyOf('statusMark', { scope: id, status, quarter: timeKey(time) }).sk;
  const items = await queryAll({
    partition: partitionOf('statusMark', 'pk', { scope: id }),
    span: { low: key(quarterStart(from ?? 0)), high: key(to ?? Number.POSITIVE_INFINITY) },
  });
  return items
    .filter(({ ttl }) => Number(ttl) > Date.now() / 1000)
    .map(({ sk }) => timeOf((partsOf('statusMark', 'sk', sk)?.quarter ?? '').padEnd(26, '0')));
}
