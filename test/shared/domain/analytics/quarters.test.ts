import { describe, expect, it } from '@jest/globals';
import { quartersIn, type RowState } from '../../../../shared/domain/analytics/counter-names.ts';
import { quarterMs } from '../../../../shared/domain/time/quarters.ts';
import { dayMs } from '../../../../shared/durations.ts';

describe('quarter hours', () => {
  it('hold what exists apart from what was reported: removed responses, views and starts are in no total', () => {
    const start = Date.parse('2026-03-01T09:00:00.000Z');
    const [second, third] = [start + quarterMs, start + 2 * quarterMs];
    const reported = [...'vbSCPAwh'].map((letter): [string, number[]] => [letter, [9, 9, 9, 9]]);
    const counters = new Map([...reported, ['c', [0, 5, 1, 0]], ['p', [0, 5, 0, 0]]]);
    const hour = { start, end: start + 4 * quarterMs, counters };
    expect(quartersIn(hour, {})).toEqual([
      { start: second, count: 10, rows: 10 },
      { start: third, count: 1, rows: 1 },
    ]);
    expect(quartersIn(hour, { status: 'partial' })).toEqual([
      { start: second, count: 5, rows: 10 },
      { start: third, count: 0, rows: 1 },
    ]);
  });

  it('hold who handled responses apart: those that no counter names are open', () => {
    const start = Date.parse('2026-03-01T09:00:00.000Z');
    const counters = new Map(
      [
        ...[['c', [9, 2, 0, 0]] as const, ['p', [1, 0, 0, 0]] as const],
        ...[['f', [7, 2, 0, 0]] as const, ['g', [1, 0, 0, 0]] as const, ['l', [1, 0, 0, 0]] as const],
      ].map(([letter, cells]): [string, number[]] => [letter, [...cells]]),
    );
    const hour = { start, end: start + 4 * quarterMs, counters };
    const countsOf = (state: RowState) => quartersIn(hour, state).map(({ count }) => count);
    expect(countsOf({ handling: 'open' })).toEqual([1, 0]);
    expect(countsOf({ handling: 'done' })).toEqual([8, 2]);
    expect(countsOf({ handling: 'in_progress' })).toEqual([1, 0]);
    expect(countsOf({ handling: 'done', status: 'partial' })).toEqual([1, 0]);
    expect(countsOf({ handling: 'open', status: 'partial' })).toEqual([0, 0]);
  });

  it('are taken together in longer parts where that is what is counted', () => {
    const start = Date.parse('2026-03-01T00:00:00.000Z');
    const month = { start, end: start + 3 * dayMs, counters: new Map([['d', [1, 0, 7]]]) };
    expect(quartersIn(month, { status: 'dead' }, dayMs)).toEqual([
      { start, count: 1, rows: 1 },
      { start: start + 2 * dayMs, count: 7, rows: 7 },
    ]);
  });
});
