import { letterOf, placesSeen } from '../../domain/analytics/counted.ts';
import type { Form } from '../../domain/forms/form.ts';
import { readTotals } from '../counters/counter-items.ts';
import { expression } from '../expression.ts';
import { keyOf, partitionOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { TransactItem } from '../table.ts';
import { updateWrite } from '../writes.ts';

/** So that completions at once do not all change one item: DynamoDB lets one transaction at a time do so. */
const slices = 8;

/**
 * A place for one more completed response in a form that takes so many: the write that takes it, for the transaction of the
 * response; `full` without one, undefined of a form that takes any number.
 *
 * Counters say how many completed responses there are, but only some time later. So each completion is counted as a place that
 * was taken, by its own transaction; and by the stream as one that counters know of. Taken are those that counters know, and
 * those of which they do not yet: `completed + taken - seen`. Whatever frees a place, counters tell of.
 */
export async function findPlace({
  id: scope,
  maxResponses,
}: Pick<Form, 'id' | 'maxResponses'>): Promise<TransactItem | 'full' | undefined> {
  if (maxResponses === undefined) return undefined;
  const [{ counts }, taken] = await Promise.all([readTotals(scope), readTaken(scope)]);
  // Counters that are read late know of fewer places that are free again, never of more.
  const most = maxResponses - (counts.get(letterOf('completed')) ?? 0) + (counts.get(placesSeen) ?? 0);
  if (taken.reduce((sum, of) => sum + of, 0) >= most) return 'full';
  const free = taken.map((_, slice) => slice).filter(slice => (taken[slice] ?? 0) < shareOf(most, slice));
  const slice = free[Math.floor(Math.random() * free.length)];
  return slice === undefined ? 'full' : takePlace(scope, slice, shareOf(most, slice));
}

/** How many each slice has given away, ever. */
async function readTaken(scope: string): Promise<number[]> {
  const partition = partitionOf('places', 'pk', { scope });
  const items = await queryAll({ partition, prefix: prefixOf('places'), consistent: true });
  const bySlice = new Map(items.map(({ sk, taken }) => [sk, Number(taken)]));
  return Array.from(
    { length: slices },
    (_, slice) => bySlice.get(keyOf('places', { scope, slice: String(slice) }).sk) ?? 0,
  );
}

/** What a slice may give away in all; the shares of all slices add up to `most`. */
const shareOf = (most: number, slice: number): number => Math.floor((most + slice) / slices);

const takePlace = (scope: string, slice: number, share: number): TransactItem =>
  updateWrite(keyOf('places', { scope, slice: String(slice) }), {
    add: { taken: 1 },
    if: expression`attribute_not_exists(taken) OR taken < ${share}`,
  });
