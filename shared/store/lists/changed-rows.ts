import { indexMissing } from '../../errors.ts';
import { timeOf } from '../../ids.ts';
import { changePartitions, changePosition, indexes, prefixOf, type ResponseType } from '../keys.ts';
import type { Order } from '../query.ts';
import { batchGet, type Item } from '../table.ts';
import { dropFirst, lookUpInBatches, readTimeline, spanAfter, type Timeline, wholeSpan } from '../timeline.ts';
import { behind, type CountedList, hasTimes, isEmpty } from './counted-list.ts';
import { countItems, type ReadOptions, readRows } from './read-list.ts';

type ChangedList = CountedList & { since: number; changes: Timeline };
type Whose = { itemType: ResponseType; environmentId: string; form?: string };

/** Returns an item's place among changed items. One that never changed is placed by its submission. */
const positionOfChange = ({ sk, changedsk }: Item): string => String(changedsk ?? changePosition(timeOf(sk), sk));

/**
 * Reads the items in order of their latest change, then of their sort keys. Unchanged items come as they were
 * submitted, the others as the index of changes has them. An item that changes meanwhile is left out at its old place,
 * and comes at its new one.
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

/** Returns the list of items submitted since, from a position on. Its time is enough to start at. */
const submittedSince = ({ since, ...scope }: ChangedList, order: Order, position?: string): CountedList =>
  behind({ ...scope, from: Math.max(scope.from ?? 0, since) }, position, order);

async function* readIndexed(list: ChangedList, { order, position, expected }: ReadOptions): AsyncGenerator<Item> {
  const rows = readEntries(list, { order, position, expected });
  // By the time the item itself is read, it may have changed again.
  yield* lookUpInBatches(
    rows,
    async entries => {
      const items = await itemsOf(entries);
      return items.map((item, index) => (item?.changedsk === entries[index]?.changedsk ? item : undefined));
    },
    expected,
  );
}

/**
 * Says which index an adopted table of an earlier version lacks, or still builds.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.html
 */
async function* fromIndex(rows: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* rows;
  } catch (error) {
    const isWithoutIndex =
      error instanceof Error && error.name === 'ValidationException' && /index/i.test(error.message);
    throw isWithoutIndex ? indexMissing(indexes.changes.name, error) : error;
  }
}

/** Reads the list's entries in the index of changes. */
async function* readEntries(list: ChangedList, { order, position, expected }: ReadOptions): AsyncGenerator<Item> {
  if (isEmpty(list)) return;
  const { since, changes, from = 0, to = Number.POSITIVE_INFINITY } = list;
  const whole = { ...wholeSpan, low: changePosition(since, '') };
  const span = position === undefined ? whole : spanAfter(position, order, whole);
  for await (const entry of fromIndex(readTimeline(changes, { order, span, expected }))) {
    const submitted = timeOf(entry.sk);
    if (from <= submitted && submitted < to) yield entry;
  }
}

/** Returns items in the order of these index entries, with undefined where one is gone. */
async function itemsOf(entries: readonly Item[]): Promise<(Item | undefined)[]> {
  const items = await batchGet(entries.map(({ pk, sk }) => ({ pk, sk })));
  const byKey = new Map(items.map(item => [item.pk + item.sk, item]));
  return entries.map(({ pk, sk }) => byKey.get(pk + sk));
}

const isAfter = (one: string, other: string, order: Order): boolean => (order === 'asc' ? one > other : one < other);

/** Merges two ordered readers into one. */
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

/** Counts the items: those submitted since by the counters, earlier ones one by one from the index. */
async function countChanged(list: ChangedList, shown: EntryReader): Promise<number> {
  const { to = Number.POSITIVE_INFINITY, since } = list;
  let count = await countItems(submittedSince(list, 'asc'));
  const before = readEntries({ ...list, to: Math.min(to, since) }, { order: 'asc' });
  for await (const _ of lookUpInBatches(before, shown)) count += 1;
  return count;
}

/** Returns the items of index entries that may be shown. */
type EntryReader = (entries: Item[]) => Promise<(Item | undefined)[]>;

/** How the rows of a list are read and counted. */
export type ListedRows = {
  /** Reads items, or entries of an index. */
  read: (options: ReadOptions) => AsyncGenerator<Item>;
  count: (shown: EntryReader) => Promise<number>;
  /** Whether counting again would cost more than a page. */
  keepTotal: boolean;
  /** Returns an item's position in the list. */
  positionOf: (item: Item) => string;
};

export const inOrderOfSubmission = (scope: CountedList): ListedRows => ({
  read: options => readRows(scope, options),
  count: () => countItems(scope),
  keepTotal: hasTimes(scope),
  positionOf: ({ sk }) => sk,
});

/**
 * Returns the rows that were submitted or changed at this time (ms since the epoch) or later.
 *
 * @param of the form, or all forms of the environment without one
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
 * Reads only rows that were there when the list was requested, before its partitions were known. Of rows that arrive
 * during an upward read, it would find only those in these partitions. A reader that continued after its last row would
 * then miss the rest.
 *
 * @param askedAt ms since the epoch
 */
export async function* storedBy(askedAt: number, rows: ListedRows, options: ReadOptions): AsyncGenerator<Item> {
  for await (const item of rows.read(options)) {
    if (options.order === 'asc' && timeOf(rows.positionOf(item)) > askedAt) return;
    yield item;
  }
}
