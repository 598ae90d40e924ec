import { letterOf, placesSeen } from '../../domain/analytics/counter-names.ts';
import type { Form } from '../../domain/forms/form.ts';
import { readTotals } from '../counters/counter-items.ts';
import { expression } from '../expression.ts';
import { keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { TransactItem } from '../table.ts';
import { updateWrite } from '../writes.ts';

/**
 * The slices that concurrent completions are spread over, because DynamoDB lets only one transaction at a time change
 * an item.
 */
const slices = 8;

/**
 * Returns the write that takes a place in a form with a limit on completed responses, for the transaction of the
 * response. Returns `full` when there is none, and undefined for a form without a limit. Counters know the number of
 * completed responses only after a delay. So each completion counts a place as taken in its own transaction, and the
 * stream counts it as seen by the counters. The places taken are those that the counters know of and those they do not
 * know of yet: `completed + taken - seen`. The counters record everything that frees a place.
 */
export async function findPlace({
  id: scope,
  maxResponses,
}: Pick<Form, 'id' | 'maxResponses'>): Promise<TransactItem | 'full' | undefined> {
  if (maxResponses === undefined) return undefined;
  const [{ counts }, taken] = await Promise.all([readTotals(scope), readTaken(scope)]);
  // Counters that lag know of fewer free places, never of more.
  const most = maxResponses - (counts.get(letterOf('completed')) ?? 0) + (counts.get(placesSeen) ?? 0);
  if (taken.reduce((sum, of) => sum + of, 0) >= most) return 'full';
  const free = taken.map((_, slice) => slice).filter(slice => (taken[slice] ?? 0) < shareOf(most, slice));
  const slice = free[Math.floor(Math.random() * free.length)];
  return slice === undefined ? 'full' : takePlace(scope, slice, shareOf(most, slice));
}

/** Returns how many places each slice has ever given away. */
async function readTaken(scope: string): Promise<number[]> {
  const partition = partitionOf('places', 'pk', { scope });
  const items = await queryAll({ partition, prefix: prefixOf('places'), consistent: true });
  const bySlice = new Map(items.map(({ sk, taken }) => [sk, Number(taken)]));
  return Array.from(
    { length: slices },
    (_, slice) => bySlice.get(keyOf('places', { scope, slice: String(slice) }).sk) ?? 0,
  );
}

/** Returns how many places a slice may give away in all. The shares of all slices add up to `most`. */
const shareOf = (most: number, slice: number): number => Math.floor((most + slice) / slices);

const takePlace = (scope: string, slice: number, share: number): TransactItem =>
  updateWrite(keyOf('places', { scope, slice: String(slice) }), {
    add: { taken: 1 },
    if: expression`attribute_not_exists(taken) OR taken < ${share}`,
  });
