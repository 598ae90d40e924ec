import { invalidParameter } from '../errors.ts';
import { isSortKey } from '../ids.ts';

/**
 * The largest page: a client asks for the rest with its cursor. Lambda takes 6,291,556 bytes of answer, in which the body
 * is text within JSON, beside headers.
 */
const pageBytesMax = 5 * 1024 * 1024;

export type PageQuery = { limit: number; offset?: number; cursor?: string };
type Page<T> = {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

/** The position that a cursor stands for: the sort key of the last item of the page before. */
export function positionOf({ cursor, offset }: { cursor?: string; offset?: number }): string | undefined {
  if (cursor === undefined) return undefined;
  if (offset !== undefined) {
    const message = 'must not be used together with offset: a cursor continues where a page ended';
    throw invalidParameter([{ field: 'cursor', rule: 'exclusive', message }]);
  }
  const position = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!isSortKey(position)) {
    const message = 'is not a valid cursor; send the nextCursor of the previous page unchanged';
    throw invalidParameter([{ field: 'cursor', rule: 'format', message }]);
  }
  return position;
}

/**
 * One page of what is read in order.
 *
 * @param sortKeyOf the sort key of a record, which its cursor holds
 * @param skip how many to pass over first
 * @param count gives the total; it is not asked where the page itself shows it
 */
export async function pageOf<T>(
  records: AsyncIterable<T>,
  { limit, offset = 0, cursor }: PageQuery,
  { sortKeyOf, skip, count }: { sortKeyOf: (record: T) => string; skip: number; count: () => Promise<number> },
): Promise<Page<T>> {
  const { items, passed, hasMore } = await readPage(records, limit, skip);
  const readFromTheStart = cursor === undefined && skip === offset;
  const total = readFromTheStart && !hasMore ? passed + items.length : await count();
  const last = items.at(-1);
  const nextCursor = hasMore && last ? Buffer.from(sortKeyOf(last)).toString('base64url') : null;
  return { items, total, limit, offset, hasMore, nextCursor };
}

/** The items of a page, how many were passed over before them, and whether there are more behind them. */
async function readPage<T>(records: AsyncIterable<T>, limit: number, skip: number) {
  const items: T[] = [];
  let passed = 0;
  let bytes = 0;
  for await (const record of records) {
    if (passed < skip) {
      passed += 1;
      continue;
    }
    bytes += bytesInAnswer(record) + 1;
    if (items.length === limit || (items.length > 0 && bytes > pageBytesMax)) return { items, passed, hasMore: true };
    items.push(record);
  }
  return { items, passed, hasMore: false };
}

/** A quote within a text takes two bytes in the body and four in the answer. */
function bytesInAnswer(record: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(record)));
}
