import type { CountedStatus } from '../../domain/analytics/counted.ts';
import { timeOf } from '../../ids.ts';
import { keyOf } from '../../store/keys.ts';
import { type Change, type CounterDelta, dayAdditions, transition } from './counter-delta.ts';

/** What the change of a row that lies in one of several shards does to the totals and days of the scopes it belongs to. */
export function rowDelta(
  scopes: readonly string[],
  shard: string,
  { key: { sk }, before, after }: Change,
): Pick<CounterDelta, 'additions' | 'newest'> {
  const shards = scopes.map(scope => keyOf('shardCounts', { scope, shard }));
  const additions = transition(before?.status, after?.status).flatMap(({ what, by }) => [
    ...shards.map(key => ({ key, attribute: what, by })),
    ...dayAdditions(scopes, timeOf(sk), what as CountedStatus, by),
  ]);
  return { additions, newest: before ? undefined : { sortKey: sk, counters: shards } };
}
