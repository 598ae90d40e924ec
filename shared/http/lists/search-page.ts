import { hasWords } from '../../domain/text/has-words.ts';
import { cursorOf, type PageQuery, positionOf, totalBefore } from './page.ts';

/** The most records that a page of a search reads. The next page continues where it stopped. */
const readMax = 1000;

type SearchOptions<T> = {
  readonly sortKeyOf: (record: T) => string;
  /** Returns the texts that are searched. */
  readonly textsOf: (record: T) => readonly (string | undefined)[];
  readonly q: string;
};

/**
 * Returns one page of the records with a text that contains each word of the search, in any case. `total` counts those
 * found so far, so it is complete when nothing follows.
 *
 * @param records starting after the cursor
 */
export async function pageOfMatches<T>(
  records: AsyncIterable<T>,
  query: PageQuery,
  { sortKeyOf, textsOf, q }: SearchOptions<T>,
) {
  const { limit, offset = 0 } = query;
  positionOf(query);
  const items: T[] = [];
  let [read, skipped, last]: [number, number, T | undefined] = [0, 0, undefined];
  let hasMore = false;
  for await (const record of records) {
    hasMore = items.length === limit || read === readMax;
    if (hasMore) break;
    if (hasWords(textsOf(record).join('\n'), q) && skipped++ >= offset) items.push(record);
    [read, last] = [read + 1, record];
  }
  const total = totalBefore(query) + Math.min(skipped, offset) + items.length;
  const nextCursor = hasMore && last !== undefined ? cursorOf(sortKeyOf(last), total) : null;
  return { items, total, limit, offset, hasMore, nextCursor };
}
