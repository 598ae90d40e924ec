import { timeOf } from '../../ids.ts';
import { changePartitions, changePosition, prefixOf } from '../keys.ts';
import type { Order } from '../query.ts';
import { batchGet, type Item } from '../table.ts';
import { dropFirst, lookUpInBatches, readTimeline, spanAfter, type Timeline, wholeSpan } from '../timeline.ts';
import { behind, type CountedList, hasTimes, isEmpty } from './counted-list.ts';
import { countItems, type ReadOptions, readRows } from './read-list.ts';

type ChangedList = CountedList & { since: number; changes: Timeline };
type Whose = { itemType: 'response' | 'spam'; environmentId: string; form?: string };

/** Where an item stands among those that were changed: one that never was, by its submission. */
const positionOfChange = ({ sk, changedsk }: Item): string => String(changedsk ?? changePosition(timeOf(sk), sk));

/**
 * The items in order of their latest change, those with the same time in order of their sort keys: those that were never
 * changed as they were submitted, the others as the index of changes has them. One that is changed meanwhile is left out
 * where it was, and comes where it belongs by then.
 */
async function* readChanged(list: ChangedList, options: ReadOptions): AsyncGenerator<Item> {
  const { order, position, offset = 0, expected } = options;
  const wanted = { order, position, expected: expected === undefined ? undefined : expected + offset };
  yield* dropFirst(merge(readUnchanged(list, wanted), readIndexed(list, wanted), order), position ? 0 : offset);
}

async function* readUnchanged(list: ChangedList, { order, position, expected }: ReadOptions): AsyncGenerator<Item> {
  const rows = readRows(submittedSince(list, order, position), { order, expected });
  const items = list.timeline.index ? lookUpInBatches(rows, itemsOf, expected) : rows;
  for await (const item of items) {
    const isBehind = position === undefined || isAfter(positionOfChange(item), position, order);
    if (item.changedsk === undefined && isBehind) yield item;
  }
}

/** The list of those that were submitted since, from a position on: its time is enough to begin at. */
const submittedSince = ({ since, ...scope }: ChangedList, order: Order, position?: string): CountedList =>
  behind({ ...scope, from: Math.max(scope.from ?? 0, since) }, position, order);

async function* readIndexed(list: ChangedList, { order, position, expected }: ReadOptions): AsyncGenerator<Item> {
  const rows = readEntries(list, { order, position, expected });
  // By the time that the item itself is read, it may have been changed again.
  yield* lookUpInBatches(
    rows,
    async entries => {
      const items = await itemsOf(entries);
      return items.map((item, index) => (item?.changedsk === entries[index]?.changedsk ? item : undefined));
    },
    expected,
  );
}

/** What the index of changes has of the list. */
async function* readEntries(list: ChangedList, { order, position, expected }: ReadOptions): AsyncGenerator<Item> {
  if (isEmpty(list)) return;
  const { since, changes, from = 0, to = Number.POSITIVE_INFINITY } = list;
  const whole = { ...wholeSpan, low: changePosition(since, '') };
  const span = position === undefined ? whole : spanAfter(position, order, whole);
  for await (const entry of readTimeline(changes, { order, span, expected })) {
    const submitted = timeOf(entry.sk);
    if (from <= submitted && submitted < to) yield entry;
  }
}

/** Items in the order of these index entries; undefined where one is gone. */
async function itemsOf(entries: readonly Item[]): Promise<(Item | undefined)[]> {
  const items = await batchGet(entries.map(({ pk, sk }) => ({ pk, sk })));
  const byKey = new Map(items.map(item => [item.pk + item.sk, item]));
  return entries.map(({ pk, sk }) => byKey.get(pk + sk));
}

const isAfter = (one: string, other: string, order: Order): boolean => (order === 'asc' ? one > other : one < other);

/** Two readers that are in order, as one. */
async function* merge(one: AsyncGenerator<Item>, other: AsyncGenerator<Item>, order: Order): AsyncGenerator<Item> {
  let second = await other.next();
  for await (const item of one) {
    for (
      ;
      !second.done && isAfter(positionOfChange(item), positionOfChange(second.value), order);
      second = await other.next()
    )
      yield second.value;
    yield item;
  }
  if (!second.done) yield second.value;
  yield* other;
}

/** How many there are: those that were submitted since by the counters, and of those before what the index has, one by one. */
async function countChanged(list: ChangedList, shown: Shown): Promise<number> {
  const { to = Number.POSITIVE_INFINITY, since } = list;
  let count = await countItems(submittedSince(list, 'asc'));
  const before = readEntries({ ...list, to: Math.min(to, since) }, { order: 'asc' });
  for await (const _ of lookUpInBatches(before, shown)) count += 1;
  return count;
}

/** Those of some entries of an index that stand for responses which are to be seen. */
type Shown = (entries: Item[]) => Promise<(Item | undefined)[]>;

/** How the rows of a list are read and counted. */
export type ListedRows = {
  /** Items, or entries of an index. */
  read: (options: ReadOptions) => AsyncGenerator<Item>;
  count: (shown: Shown) => Promise<number>;
  /** To count again would cost more than a page. */
  keepTotal: boolean;
  /** Where an item stands in the list. */
  positionOf: (item: Item) => string;
};

export const inOrderOfSubmission = (scope: CountedList): ListedRows => ({
  read: options => readRows(scope, options),
  count: () => countItems(scope),
  keepTotal: hasTimes(scope),
  positionOf: ({ sk }) => sk,
});

/**
 * Those that were submitted or changed at a time (ms since the epoch) or later.
 *
 * @param of whose they are: without a form, those of all forms of the environment
 */
export function inOrderOfChange(scope: CountedList, since: number, of: Whose): ListedRows {
  const { itemType, environmentId, form } = of;
  const prefix = prefixOf(itemType, 'pk') + (form === undefined ? '' : `${form}#`);
  const partitions = changePartitions(environmentId);
  const changes: Timeline = { index: 'changes', partitions, status: scope.timeline.status, prefix };
  const list = { ...scope, since, changes };
  return {
    read: options => readChanged(list, options),
    count: shown => countChanged(list, shown),
    keepTotal: true,
    positionOf: positionOfChange,
  };
}

/**
 * What was there when a list was asked for, before its partitions were known. Of what arrives while it is read upwards, it
 * would have what lies in those partitions alone, and whoever goes on behind its last row would miss the rest.
 *
 * @param askedAt ms since the epoch
 */
export async function* storedBy(askedAt: number, rows: ListedRows, options: ReadOptions): AsyncGenerator<Item> {
  for await (const item of rows.read(options)) {
    if (options.order === 'asc' && timeOf(rows.positionOf(item)) > askedAt) return;
    yield item;
  }
}
