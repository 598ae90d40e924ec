import { queryPage, type Span } from '../../store/query.ts';
import type { ScanPosition } from '../../store/responses/data-subject-requests.ts';
import type { Item } from '../../store/table.ts';
import { spanAfter } from '../../store/timeline.ts';

/** Part of a partition to walk through. */
export type Walk = { partition: string; span: Span; attributes?: readonly string[] };

/** The number of rows in memory at a time. */
const pageRows = 1000;

/**
 * Reads the pages of some partitions, one after the other.
 *
 * @param walks in order of their partitions' names
 * @param place where to continue
 */
export async function* pagesFrom<W extends Walk>(
  walks: AsyncIterable<W> | Iterable<W>,
  place: ScanPosition | undefined,
): AsyncGenerator<{ walk: W; items: Item[]; place: ScanPosition }> {
  for await (const walk of walks) {
    const { partition, span } = walk;
    if (place && partition < place.partition) continue;
    let rest = place?.partition === partition ? spanAfter(place.after, 'asc', span) : span;
    while (rest.low <= rest.high) {
      const { items, lastKey } = await queryPage({ ...walk, span: rest }, pageRows);
      const after = lastKey?.sk ?? span.high;
      yield { walk, items, place: { partition, after } };
      rest = spanAfter(after, 'asc', span);
    }
  }
}
