import { type CountedStatus, handledStatus, letterOf } from '../../domain/analytics/counter-names.ts';
import { timeOf } from '../../ids.ts';
import { type CounterDelta, type ImageChange, timedAdditions, transition } from './counter-delta.ts';

/**
 * Returns the effect of a row's change on the totals and hours of its scopes.
 *
 * @param lists the scopes, and the row's shard in their lists
 */
export function rowDelta(
  lists: readonly { scope: string; shard: string }[],
  { key: { sk }, before, after }: ImageChange,
): Pick<CounterDelta, 'additions' | 'newest'> {
  const scopes = lists.map(({ scope }) => scope);
  const time = timeOf(sk);
  const changed = [
    ...(transition(before?.status, after?.status) as { what: CountedStatus; by: number }[]),
    ...transition(handledStatus(before), handledStatus(after)),
  ];
  const additions = changed.flatMap(({ what, by }) => [
    ...scopes.map(scope => ({ scope, name: letterOf(what), by })),
    ...timedAdditions(scopes, time, what, by),
  ]);
  if (before) return { additions };
  const rows = lists.map(list => ({ ...list, sortKey: sk }));
  return { additions, newest: [...rows, ...rows.map(row => ({ ...row, time }))] };
}
