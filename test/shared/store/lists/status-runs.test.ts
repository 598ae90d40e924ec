import { describe, expect, it } from '@jest/globals';
import { quarterMs } from '../../../../shared/domain/time/quarters.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { newId, timeKey } from '../../../../shared/ids.ts';
import { hourOf } from '../../../../shared/store/counters/counter-items.ts';
import { packCounters } from '../../../../shared/store/counters/packed-counters.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import type { CountedList } from '../../../../shared/store/lists/counted-list.ts';
import { countedOf, runsOf } from '../../../../shared/store/lists/status-runs.ts';
import { putItem } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const partial = { partitions: [], status: 'partial' };

/** A list of one hour whose quarters have so many partial and so many completed responses. */
async function listOf(partials: number[], completed: number[]): Promise<CountedList> {
  const id = newId('form');
  const counts = packCounters(new Map(Object.entries({ p: partials, c: completed })));
  await putItem({ ...keyOf('hourCounts', { scope: id, hour: hourOf(noon), slice: '0' }), counts });
  return { id, lagMs: 0, timeline: partial };
}

const totals = (counts: Record<string, number>) => ({ counts: new Map(Object.entries(counts)), newest: new Map() });

async function runs(list: CountedList, order: 'asc' | 'desc', expected?: number, counts = { p: 1 }) {
  const spans: object[] = [];
  for await (const span of runsOf(list, totals(counts), order, expected)) spans.push(span);
  return spans;
}

/** The span from the first of these quarter hours of the hour to the end of the last. */
const spanOf = (first: number, last = first) => ({
  low: timeKey(noon + first * quarterMs),
  high: timeKey(noon + (last + 1) * quarterMs),
});

describe('the runs of a status', () => {
  it('are one where up to fifty other rows are between two quarter hours, and two beyond', async () => {
    const near = await listOf([2, 0, 1, 0], [0, 50, 0, 70]);
    const far = await listOf([2, 0, 1, 0], [0, 51, 0, 70]);
    expect(await runs(near, 'asc')).toEqual([spanOf(0, 2)]);
    expect(await runs(near, 'desc')).toEqual([spanOf(0, 2)]);
    expect(await runs(far, 'asc')).toEqual([spanOf(0), spanOf(2)]);
    expect(await runs(far, 'desc')).toEqual([spanOf(2), spanOf(0)]);
  });

  it('count the rows between each two anew', async () => {
    expect(await runs(await listOf([1, 1, 1, 1], [40, 40, 40, 40]), 'asc')).toEqual([spanOf(0, 3)]);
    const list = await listOf([1, 0, 1, 0], [0, 40, 40, 0]);
    const later = { ...keyOf('hourCounts', { scope: list.id, hour: hourOf(noon + hourMs), slice: '0' }) };
    await putItem({ ...later, counts: packCounters(new Map([['p', [1, 0, 0, 0]]])) });
    expect(await runs(list, 'asc')).toEqual([spanOf(0, 4)]);
  });

  it('end once they have as many rows as the reader expects', async () => {
    const list = await listOf([1, 2, 1, 1], [0, 0, 0, 0]);
    expect(await runs(list, 'asc', 3)).toEqual([spanOf(0, 1), spanOf(2, 3)]);
    expect(await runs(list, 'desc', 1)).toEqual([spanOf(3), spanOf(2), spanOf(1), spanOf(0)]);
    expect(await runs(list, 'asc', 6)).toEqual([spanOf(0, 3)]);
  });

  it('are none where the totals count no row of the status, and where no quarter hour does', async () => {
    expect(await runs(await listOf([1, 0, 0, 0], [0, 0, 0, 0]), 'asc', 1, { p: 0 })).toEqual([]);
    expect(await runs(await listOf([0, 0, 0, 0], [5, 0, 0, 0]), 'asc')).toEqual([]);
  });

  it('are of a state as the totals count it', () => {
    const counted = totals({ c: 10, p: 5, a: 1, g: 2, f: 3, l: 4 });
    expect(countedOf(counted, {})).toBe(16);
    expect(countedOf(counted, partial)).toBe(5);
    expect(countedOf(counted, { handling: 'open' })).toBe(7);
    expect(countedOf(counted, { handling: 'done', status: 'completed' })).toBe(3);
  });
});
