import { invalidParameter } from '../../errors.ts';
import { isSortKey } from '../../ids.ts';

/**
 * The maximum size of a page. A client requests the rest with its cursor. Lambda allows 6,291,556 bytes of reply, which
 * include the headers, and the body as text within JSON.
 */
const jsonBytesMax = 5 * 1024 * 1024;

export type PageQuery = {
  limit: number;
  offset?: number;
  cursor?: string;
  /** With `false`, the total only covers the items up to the end of the page, so nothing is counted. */
  total?: boolean;
};
type ListPage<T> = {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

/** Returns the position in a cursor: the sort key of the last item of the previous page. */
export function positionOf(query: { cursor?: string; offset?: number }): string | undefined {
  return fromCursor(query)?.position;
}

/** Returns the total that the cursor brings from the pages before, or 0. */
export const totalBefore = (query: PageQuery): number => fromCursor(query)?.total ?? 0;

/** The last part of a cursor whose total only covers the pages before it. */
const soFar = 'so-far';

/**
 * Reads a cursor: a sort key and, after a dot, the total that the first page has counted, if it is not counted again,
 * or the number of items on the pages so far.
 */
function fromCursor({ cursor, offset }: { cursor?: string; offset?: number }) {
  if (cursor === undefined) return undefined;
  if (offset !== undefined) {
    const message = 'must not be used together with offset: a cursor continues where a page ended';
    throw invalidParameter([{ field: 'cursor', rule: 'exclusive', message }]);
  }
  const [position = '', total, mark, ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const isMarked = mark === undefined || mark === soFar;
  if (!isSortKey(position) || !/^\d{1,15}$/.test(total ?? '0') || !isMarked || rest.length > 0) {
    const message = 'is not a valid cursor; send the nextCursor of the previous page unchanged';
    throw invalidParameter([{ field: 'cursor', rule: 'format', message }]);
  }
  return { position, total: total === undefined ? undefined : Number(total), isWhole: mark === undefined };
}

type PageOptions<T> = {
  /** Returns the sort key of a record for its cursor. */
  sortKeyOf: (record: T) => string;
  /** Returns the total. It is not called when the page itself shows it. */
  count: () => Promise<number>;
  /** Whether later pages reuse the first page's total, because counting again would cost more than the page. */
  keepTotal?: boolean;
};

/**
 * Returns one page of ordered records.
 *
 * @param records starting where the page starts
 */
export async function pageOf<T>(
  records: AsyncIterable<T>,
  query: PageQuery,
  { sortKeyOf, count, keepTotal = false }: PageOptions<T>,
): Promise<ListPage<T>> {
  const { limit, offset = 0 } = query;
  const { items, hasMore } = await readPage(records, limit);
  const from = fromCursor(query);
  const known = from?.isWhole ? from.total : undefined;
  const isCounted = query.total !== false;
  const seen = hasMore && isCounted ? undefined : seenAfter(from, offset, items.length);
  const total = known ?? seen ?? (await count());
  const last = items.at(-1);
  const isWhole = isCounted || known !== undefined || seen === undefined;
  const kept = isWhole ? (keepTotal ? [total] : []) : [total, soFar];
  const nextCursor = hasMore && last ? cursorOf(sortKeyOf(last), ...kept) : null;
  return { items, total, limit, offset, hasMore, nextCursor };
}

/** Returns the number of items up to the end of a page of `count` items, if its cursor or its offset tells. */
function seenAfter(from: ReturnType<typeof fromCursor>, offset: number, count: number): number | undefined {
  if (from) return from.isWhole || from.total === undefined ? undefined : from.total + count;
  return count > 0 || offset === 0 ? offset + count : undefined;
}

/** Returns the cursor of what comes after a position. positionOf reads it. */
export const cursorOf = (position: string, ...total: readonly (number | string)[]): string =>
  Buffer.from([position, ...total].join('.')).toString('base64url');

/** Returns the items of a page, and whether more follow. */
export async function readPage<T>(records: AsyncIterable<T>, limit: number, pageBytesMax = jsonBytesMax) {
  const items: T[] = [];
  let bytes = 0;
  for await (const record of records) {
    bytes += bytesInAnswer(record) + 1;
    if (items.length === limit || (items.length > 0 && bytes > pageBytesMax)) return { items, hasMore: true };
    items.push(record);
  }
  return { items, hasMore: false };
}

/**
 * Returns the size of a record in the reply. A quote within a text takes two bytes in the body and four in the reply.
 */
function bytesInAnswer(record: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(record)));
}
