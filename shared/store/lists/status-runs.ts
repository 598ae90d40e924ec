import { quarterMs } from '../../domain/quarters.ts';
import { timeKey } from '../../ids.ts';
import type { Order, Span } from '../query.ts';
import type { CountedList } from './counted-list.ts';
import { type Quarter, readQuarters, readShards, readUncounted, sumOfShards } from './counted-quarters.ts';
import { readStatusMarks } from './status-marks.ts';

/** To read so many rows on from one quarter hour to the next costs less than another query. */
const gapRowsMax = 50;

/**
 * Where rows of the list's status lie, in order: neighbouring quarter hours in which any are counted, are newer than what is
 * counted, or have come to the status a moment ago. Nothing is asked beyond what the reader takes.
 *
 * @param expected a run ends once it holds so many
 */
export async function* runsOf(scope: CountedList, order: Order, expected?: number): AsyncGenerator<Span> {
  let run: Quarter[] = [];
  let [held, gap] = [0, 0];
  for await (const quarter of candidates(scope, order)) {
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

async function* candidates(scope: CountedList, order: Order): AsyncGenerator<Quarter> {
  const { id, timeline, lagMs } = scope;
  const status = timeline.status ?? '';
  const shards = await readShards(id);
  const [uncounted, marks] = await Promise.all([readUncounted(scope, shards, lagMs), readStatusMarks(scope, status)]);
  const others = [...uncounted, ...marks.map(start => ({ start, count: 1, rows: 1 }))];
  yield* readQuarters(scope, order, others, { counted: sumOfShards(shards, [status]) > 0 });
}

/** A time's key is less than every sort key of its millisecond, so the end is exclusive. */
function spanOf(run: readonly Quarter[]): Span {
  const starts = run.map(({ start }) => start);
  return { low: timeKey(Math.min(...starts)), high: timeKey(Math.max(...starts) + quarterMs) };
}
