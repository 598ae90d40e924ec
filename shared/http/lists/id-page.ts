import { type PageQuery, pageOf, positionOf } from './page.ts';

/**
 * Returns a page of a list whose IDs all fit in memory, so its total is exact.
 *
 * @param ids in any order; they sort by creation
 * @param lookUp returns the records of a page's IDs, in the same order
 */
export async function pageOfIds<T>(
  ids: readonly string[],
  query: PageQuery & { order: 'asc' | 'desc' },
  lookUp: (ids: string[]) => Promise<T[]>,
) {
  const position = positionOf(query);
  const { order, offset = 0 } = query;
  const isBehind = (id: string) => position === undefined || (order === 'asc' ? id > position : id < position);
  const sorted = ids.filter(isBehind).sort();
  const { items, ...page } = await pageOf(each((order === 'asc' ? sorted : sorted.reverse()).slice(offset)), query, {
    sortKeyOf: id => id,
    count: async () => ids.length,
  });
  return { items: await lookUp(items), ...page };
}

async function* each(ids: readonly string[]): AsyncGenerator<string> {
  yield* ids;
}
