import type { Handling } from '../domain/responses/response.ts';
import { allOf, type Expression, expression } from './expression.ts';
import { indexes, type Key, tableKey } from './keys.ts';
import { type Limits, type Order, type Query, queryPage, queryPages, type Span } from './query.ts';
import type { Item } from './table.ts';

/** Items that are read in order of their sort key from several partitions. */
export type Timeline = {
  index?: 'lists' | 'changes';
  partitions: readonly string[];
  /** The sort keys from which partitions have no items, for those that take no new ones. */
  ends?: ReadonlyMap<string, string>;
  /** Only items of this status. */
  status?: string;
  /** Only responses with this handling; of a table's partitions, because no index has it. */
  handling?: Handling;
  /** Only items whose table partition starts with this. */
  prefix?: string;
  /** The attributes to read, including the sort key; all without it. */
  attributes?: readonly string[];
  /** Whether the reads are strongly consistent, which costs twice as much. Default: true. */
  consistent?: boolean;
};

export const wholeSpan: Span = { low: '0', high: '~' };

/** Returns the rest of a span after this sort key. */
export function spanAfter(sortKey: string, order: Order, span: Span): Span {
  if (order === 'asc') return { ...span, low: `${sortKey}!` };
  const last = String.fromCharCode(sortKey.charCodeAt(sortKey.length - 1) - 1);
  return { ...span, high: `${sortKey.slice(0, -1)}${last}~` };
}

type TimelineOptions = {
  order: Order;
  span?: Span;
  /** The number of items that the reader expects to take. */
  expected?: number;
  /** Requests the next page while the current one is processed, for a reader that takes everything. */
  ahead?: boolean;
  sortKeysOnly?: boolean;
};

type Pages = AsyncGenerator<Item[], void>;
type Head = { pages: Pages; items: Item[]; position: number; ahead?: ReturnType<Pages['next']> };

/**
 * Merges the partitions in order. Each has at most one page (1 MB) in memory, whatever the number of items, and one of
 * them the next page too, if a reader wants it. The first pages request about as many rows as each partition has among
 * those expected: with `n` partitions and random placement, `L/n` and a few standard deviations.
 */
export async function* readTimeline(timeline: Timeline, options: TimelineOptions): AsyncGenerator<Item> {
  const { order, expected } = options;
  const open = (partitions: readonly string[]) => {
    const wanted = expected && rowsOfEach(expected, partitions.length);
    return Promise.all(partitions.map(partition => openHead(readPartition(timeline, partition, options, wanted))));
  };
  const { first, later } = inTurn(timeline, options);
  const heads = await open(first);
  readAhead(heads, options);
  for (;;) {
    const head = firstOf(heads, sortKeyName(timeline), order);
    const item = head?.items[head.position];
    const reached = later.filter(({ end }) => !item || String(item[sortKeyName(timeline)]) < end);
    if (reached.length > 0) {
      heads.push(...(await open(later.splice(0, reached.length).map(({ partition }) => partition))));
      continue;
    }
    if (!head || !item) return;
    yield item;
    head.position += 1;
    if (head.position < head.items.length) continue;
    await turnPage(head);
    readAhead(heads, options);
  }
}

/**
 * Requests one page from each partition, of this many rows together. Returns the items in order, up to where a
 * partition may have more: `reached` is that sort key, or undefined at the end of the timeline.
 */
export async function readOnce(
  timeline: Timeline,
  { order, span = wholeSpan }: Pick<TimelineOptions, 'order' | 'span'>,
  rows: number,
): Promise<{ items: Item[]; reached: string | undefined }> {
  const sortKey = sortKeyName(timeline);
  const limit = Math.min(rowsOfEach(rows, timeline.partitions.length), pageRowsMax);
  const queries = timeline.partitions.flatMap(partition => queryOf(timeline, partition, { order, span }) ?? []);
  const pages = await Promise.all(queries.map(query => queryPage(query, limit)));
  const inOrder = (one: string, other: string) => (one === other ? 0 : one < other === (order === 'asc') ? -1 : 1);
  const [reached] = pages
    .flatMap(({ lastKey }) => (lastKey ? [String(lastKey[sortKey as keyof Key])] : []))
    .sort(inOrder);
  const items = pages
    .flatMap(page => page.items)
    .filter(item => reached === undefined || inOrder(String(item[sortKey]), reached) <= 0)
    .sort((one, other) => inOrder(String(one[sortKey]), String(other[sortKey])));
  return { items, reached };
}

async function openHead(pages: Pages): Promise<Head> {
  return { pages, items: (await pages.next()).value ?? [], position: 0 };
}

/**
 * Returns the partitions to start with, and those that a reader of the newest items reaches only where they end, latest
 * end first.
 */
function inTurn({ partitions, ends }: Timeline, { order, span = wholeSpan }: TimelineOptions) {
  const first: string[] = [];
  const later: { partition: string; end: string }[] = [];
  for (const partition of partitions) {
    const end = ends?.get(partition);
    if (order === 'desc' && end !== undefined && end <= span.high) later.push({ partition, end });
    else first.push(partition);
  }
  return { first, later: later.toSorted((one, other) => (one.end > other.end ? -1 : 1)) };
}

async function turnPage(head: Head): Promise<void> {
  head.items = (await (head.ahead ?? head.pages.next())).value ?? [];
  head.position = 0;
  head.ahead = undefined;
}

/** Requests the next page of the head whose page ends first, if a reader wants it and none is requested yet. */
function readAhead(heads: readonly Head[], { ahead: isWanted = false }: TimelineOptions): void {
  if (!isWanted || heads.some(({ ahead }) => ahead)) return;
  const left = ({ items, position }: Head) => items.length - position;
  const [nearest] = heads.filter(head => left(head) > 0).toSorted((one, other) => left(one) - left(other));
  if (!nearest) return;
  nearest.ahead = nearest.pages.next();
  // The reader gets the error with the next page. A reader that has stopped does not need it.
  nearest.ahead.catch(() => {});
}

/** About a megabyte, where DynamoDB ends a page anyway. */
const pageRowsMax = 1000;

/** The rows to request from a partition that had more than its share. */
const refillRows = 20;

function rowsOfEach(expected: number, partitions: number): number {
  const share = expected / partitions;
  const allowance = partitions === 1 ? 0 : 2 * Math.sqrt(share) + 1;
  return Math.ceil(share + allowance);
}

/** Returns the head whose next item comes first in this order. */
function firstOf(heads: readonly Head[], sortKey: string, order: Order): Head | undefined {
  let first: { head: Head; key: string } | undefined;
  for (const head of heads) {
    const item = head.items[head.position];
    if (!item) continue;
    const key = String(item[sortKey]);
    if (first === undefined || (order === 'asc' ? key < first.key : key > first.key)) first = { head, key };
  }
  return first?.head;
}

const sortKeyName = ({ index }: Timeline): string => (index ? indexes[index] : tableKey).sort;

/** Reads the pages of one partition, without empty ones. */
async function* readPartition(timeline: Timeline, partition: string, options: TimelineOptions, wanted?: number): Pages {
  const query = queryOf(timeline, partition, options);
  if (!query) return;
  const limits = wanted ? limitsFor(wanted, query.filter !== undefined) : undefined;
  for await (const { items } of queryPages(query, limits)) if (items.length > 0) yield items;
}

/** Returns the query of one partition, or undefined where it has no rows in the span. */
function queryOf(timeline: Timeline, partition: string, options: TimelineOptions): Query | undefined {
  const { index } = timeline;
  const { order, sortKeysOnly } = options;
  const span = upTo(timeline.ends?.get(partition), options.span ?? wholeSpan);
  if (span.low > span.high) return undefined;
  return {
    ...{ index, partition, span, order, filter: filterOf(timeline), consistent: timeline.consistent },
    attributes: sortKeysOnly ? [sortKeyName(timeline)] : timeline.attributes,
  };
}

const upTo = (end: string | undefined, span: Span): Span =>
  end !== undefined && end < span.high ? { ...span, high: end } : span;

function filterOf({ status, handling, prefix }: Timeline): Expression | undefined {
  const conditions = [
    ...(status === undefined ? [] : [expression`#status = ${status}`]),
    ...(handling === undefined ? [] : [ofHandling(handling)]),
    ...(prefix === undefined ? [] : [expression`begins_with(pk, ${prefix})`]),
  ];
  return conditions.length > 0 ? allOf(...conditions) : undefined;
}

const ofHandling = (handling: Handling): Expression =>
  handling === 'open' ? expression`attribute_not_exists(handling)` : expression`handling = ${handling}`;

/**
 * Returns the limits: as many rows as are wanted, then as many as are still missing. Nobody knows how many rows a
 * filter drops, so pages behind a filter grow.
 */
function limitsFor(wanted: number, filtered: boolean): Limits {
  let left = wanted;
  const next = (limit: number, items: number): number => {
    left = filtered ? limit * 2 : Math.max(left - items, refillRows);
    return Math.min(left, pageRowsMax);
  };
  return { first: Math.min(wanted, pageRowsMax), next };
}

/** Skips the first `count` rows. */
export async function* dropFirst<T>(rows: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let dropped = 0;
  for await (const row of rows) {
    if (dropped < count) dropped += 1;
    else yield row;
  }
}

/** Looks up the item of each index row, up to 100 at a time and in the same order. */
export async function* lookUpInBatches<T>(
  rows: AsyncIterable<Item>,
  lookUp: (batch: Item[]) => Promise<(T | undefined)[]>,
  expected = 100,
): AsyncGenerator<T> {
  const batchSize = Math.min(expected, 100);
  let batch: Item[] = [];
  async function* lookedUp() {
    const records = await lookUp(batch);
    batch = [];
    for (const record of records) if (record !== undefined) yield record;
  }
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchSize) yield* lookedUp();
  }
  if (batch.length > 0) yield* lookedUp();
}

/** Reads only the sort keys of one partition of a timeline. */
export async function* readSortKeys(timeline: Timeline, partition: string, span: Span): AsyncGenerator<string> {
  for await (const page of readPartition(timeline, partition, { order: 'asc', span, sortKeysOnly: true })) {
    for (const item of page) yield String(item[sortKeyName(timeline)]);
  }
}

/** Counts the rows by reading them. */
export async function countRows(timeline: Timeline, partition: string, span: Span): Promise<number> {
  let count = 0;
  for await (const _ of readSortKeys(timeline, partition, span)) count += 1;
  return count;
}
