import { type PageQuery, pageOf, positionOf } from './page.ts';

/**
 * One page of a list that is small enough to have all its ids in hand: so its total is exact.
 *
 * @param ids in any order; they sort by creation
 * @param lookUp gives the records of a page's ids, in their order
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
