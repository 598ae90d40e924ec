import { countIn, type RowState } from '../../domain/analytics/counter-names.ts';
import { quarterMs } from '../../domain/time/quarters.ts';
import { timeKey } from '../../ids.ts';
import type { Totals } from '../counters/counter-items.ts';
import type { Order, Span } from '../query.ts';
import type { CountedList } from './counted-list.ts';
import { readUncounted, withOthers } from './counted-quarters.ts';
import { inOrder, type Quarter, readStretches } from './counted-stretches.ts';
import { readStatusMarks } from './status-marks.ts';

/** Reading this many rows between two quarter hours costs less than another query. */
const gapRowsMax = 50;

/**
 * Finds where rows of the list's status are, in order. A run is neighbouring quarter hours with rows that are counted,
 * newer than the counters, or have just got the status. Reads no more than the reader takes.
 *
 * @param totals read before the call
 * @param expected the number of rows that ends a run
 */
export async function* runsOf(
  scope: CountedList,
  totals: Totals,
  order: Order,
  expected?: number,
): AsyncGenerator<Span> {
  let run: Quarter[] = [];
  let [held, gap] = [0, 0];
  for await (const quarter of candidates(scope, totals, order)) {
    if (quarter.count <= 0) {
      gap += quarter.rows;
      continue;
    }
    if (run.length > 0 && (gap > gapRowsMax || held >= (expected ?? Number.POSITIVE_INFINITY))) {
      yield spanOf(run);
      [run, held] = [[], 0];
    }
    run.push(quarter);
    held += quarter.count;
    gap = 0;
  }
  if (run.length > 0) yield spanOf(run);
}

async function* candidates(scope: CountedList, totals: Totals, order: Order): AsyncGenerator<Quarter> {
  const { timeline, lagMs } = scope;
  const [uncounted, marks] = await Promise.all([readUncounted(scope, totals.newest, lagMs), readStatusMarks(scope)]);
  const stretches = countedOf(totals, timeline) > 0 ? readStretches(scope, order) : none();
  const others = [...uncounted, ...marks.map(start => ({ start }))];
  for await (const { quarters, ...stretch } of withOthers(stretches, others, order)) {
    if (stretch.count > 0) yield* inOrder(await quarters(), order);
    else yield stretch;
  }
}

/** Returns the number of counted rows in this state. */
export const countedOf = ({ counts }: Totals, state: RowState): number =>
  countIn(state, letter => counts.get(letter) ?? 0);

async function* none(): AsyncGenerator<never> {
  // Nothing is counted.
}

/** A time's key sorts before every sort key of its millisecond, so the end is exclusive. */
function spanOf(run: readonly Quarter[]): Span {
  const starts = run.map(({ start }) => start);
  return { low: timeKey(Math.min(...starts)), high: timeKey(Math.max(...starts) + quarterMs) };
}
