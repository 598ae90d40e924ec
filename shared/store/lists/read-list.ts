import { isState } from '../../domain/analytics/counter-names.ts';
import { readTotals } from '../counters/counter-items.ts';
import type { Order, Span } from '../query.ts';
import type { Item } from '../table.ts';
import { dropFirst, readTimeline, spanAfter } from '../timeline.ts';
import { behind, type CountedList, fromQuarter, hasTimes, isEmpty, keyRange } from './counted-list.ts';
import { countedStretches, readUncounted, sumOf } from './counted-quarters.ts';
import { inOrder } from './counted-stretches.ts';
import { countedOf, runsOf } from './status-runs.ts';

/** Where a reader begins, and how far it goes. */
export type ReadOptions = {
  order: Order;
  /** The sort key to start after. */
  position?: string;
  /** The number of rows to skip, when there is no position. */
  offset?: number;
  /** The number of rows that the reader expects to take; all without it. */
  expected?: number;
  /** The reader takes all rows, so the next page is requested while the current one is processed. */
  ahead?: boolean;
};

/** Counts the rows: from the counters, plus the few newer ones, counted one by one. */
export async function countItems(scope: CountedList): Promise<number> {
  if (isEmpty(scope)) return 0;
  const totals = await readTotals(scope.id);
  if (!hasTimes(scope)) {
    const uncounted = await readUncounted(scope, totals.newest);
    return countedOf(totals, scope.timeline) + sumOf(uncounted);
  }
  let total = 0;
  for await (const { count } of countedStretches(scope, 'asc', totals)) total += count;
  return total;
}

/**
 * Reads the rows of a list in order. Rows of one status are read only where the counters have any. The counters also
 * find a large offset.
 */
export async function* readRows(scope: CountedList, options: ReadOptions): AsyncGenerator<Item> {
  if (isEmpty(scope)) return;
  const { order, position, offset = 0, expected, ahead } = options;
  const begin = offset > readThroughMax(scope) ? await seek(scope, order, offset) : { within: scope, skip: offset };
  if (!begin) return;
  const { within, skip } = begin;
  const span = position === undefined ? keyRange(within) : spanAfter(position, order, keyRange(within));
  const read = { order, span, expected: expected === undefined ? undefined : skip + expected, ahead };
  const rows = isState(scope.timeline)
    ? readRuns(behind(within, position, order), read)
    : readTimeline(scope.timeline, read);
  yield* skip > 0 ? dropFirst(rows, skip) : rows;
}

/**
 * Returns the largest offset up to which reading and dropping rows costs no more than reading the counters, some ten
 * read units. A row of a form costs 0.2 units, that of an index 0.02. With a status, the counters are read anyway.
 */
function readThroughMax({ timeline }: CountedList): number {
  if (isState(timeline)) return 0;
  return timeline.index ? 500 : 50;
}

/**
 * Finds where the page at an offset starts: its quarter hour, and the number of rows to skip there. It reads only the
 * counters of the days before it, whatever the number of responses. Returns undefined when there are fewer rows.
 */
async function seek(
  scope: CountedList,
  order: Order,
  offset: number,
): Promise<{ within: CountedList; skip: number } | undefined> {
  let skip = offset;
  for await (const { count, quarters } of countedStretches(scope, order, await readTotals(scope.id))) {
    if (skip >= count) {
      skip -= count;
      continue;
    }
    for (const quarter of inOrder(await quarters(), order)) {
      if (skip < quarter.count) return { within: fromQuarter(scope, order, quarter.start), skip };
      skip -= quarter.count;
    }
  }
  return undefined;
}

async function* readRuns(
  scope: CountedList,
  { order, span, expected, ahead }: { order: Order; span: Span; expected?: number; ahead?: boolean },
): AsyncGenerator<Item> {
  let left = expected;
  for await (const run of runsOf(scope, order, expected)) {
    const part = { low: run.low > span.low ? run.low : span.low, high: run.high < span.high ? run.high : span.high };
    for await (const item of readTimeline(scope.timeline, { order, span: part, expected: left, ahead })) {
      yield item;
      if (left !== undefined) left = Math.max(left - 1, 1);
    }
  }
}
