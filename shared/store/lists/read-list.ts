import { isState } from '../../domain/analytics/counter-names.ts';
import { readTotals, type Totals } from '../counters/counter-items.ts';
import type { Order, Span } from '../query.ts';
import type { Item } from '../table.ts';
import { dropFirst, readOnce, readTimeline, spanAfter } from '../timeline.ts';
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
 * Reads the rows of a list in order. Those of a rare status are read only where the counters have any. The counters
 * also find a large offset.
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
    ? readOfState(behind(within, position, order), read)
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

type StateOptions = { order: Order; span: Span; expected?: number; ahead?: boolean };

async function* readOfState(scope: CountedList, { span, ...options }: StateOptions): AsyncGenerator<Item> {
  const { order, expected } = options;
  const totals = await readTotals(scope.id);
  const share = countedOf(totals, scope.timeline) / countedOf(totals, {});
  const isCommon = expected !== undefined && expected / share <= throughRowsMax(scope) && !scope.timeline.ends?.size;
  if (!isCommon) return yield* readRuns(scope, totals, { ...options, span });
  const reached = yield* readThrough(scope, { order, span, expected }, share);
  if (reached === undefined) return;
  yield* readRuns(behind(scope, reached, order), totals, { ...options, span: spanAfter(reached, order, span) });
}

/** Reading up to this many rows costs about as much as the counters and the rows that they lead to. */
const throughRowsMax = ({ timeline }: CountedList): number => (timeline.index ? 900 : 600);

/** Some more rows than expected, because a second read costs more than they do. */
const throughMargin = 1.1;

/**
 * Reads rows of a common state, as many at once as a page of them needs. Returns the sort key where it stops because
 * they are elsewhere.
 */
async function* readThrough(
  { timeline }: CountedList,
  { order, span, expected }: { order: Order; span: Span; expected: number },
  share: number,
): AsyncGenerator<Item, string | undefined> {
  let [left, rest] = [expected, span];
  for (;;) {
    const wanted = left;
    const { items, reached } = await readOnce(timeline, { order, span: rest }, (wanted / share) * throughMargin);
    yield* items;
    if (reached === undefined || items.length < wanted / 2) return reached;
    left = Math.max(wanted - items.length, leastWanted);
    rest = spanAfter(reached, order, span);
  }
}

const leastWanted = 10;

async function* readRuns(
  scope: CountedList,
  totals: Totals,
  { order, span, expected, ahead }: StateOptions,
): AsyncGenerator<Item> {
  let left = expected;
  for await (const run of runsOf(scope, totals, order, expected)) {
    const part = { low: run.low > span.low ? run.low : span.low, high: run.high < span.high ? run.high : span.high };
    for await (const item of readTimeline(scope.timeline, { order, span: part, expected: left, ahead })) {
      yield item;
      if (left !== undefined) left = Math.max(left - 1, 1);
    }
  }
}
