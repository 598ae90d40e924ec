import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { clipText } from '../../../../web/app/charts/clip-text.ts';
import { csvOf } from '../../../../web/app/charts/csv.ts';
import { dayAfter, daysFrom, today } from '../../../../web/app/charts/days.ts';
import { areaPath, linePath, nearest, pointsOf } from '../../../../web/app/charts/line.ts';
import { labelledTicks, scale, ticksOf } from '../../../../web/app/charts/scale.ts';
import { changeOf, funnelOf, largest, percentOf } from '../../../../web/app/charts/shares.ts';
import { fc } from '../../../support/properties.ts';

const frame = { left: 10, right: 110, top: 0, bottom: 100 };

describe('a scale', () => {
  it('maps 0 and the largest to the two ends, and nothing but zeros to the first', () => {
    expect([0, 25, 50].map(scale(50, 100, 0))).toEqual([100, 50, 0]);
    expect(scale(0, 100, 0)(0)).toBe(100);
  });

  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [1200, [0, 500, 1000, 1500]],
  ])('has its lines at numbers that people count in: up to %s', (max, lines) => {
    expect(ticksOf(max)).toEqual(lines);
  });

  it('has whole lines, as few as were asked for, up to the largest count or above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 2, max: 8 }), (max, most) => {
        const lines = ticksOf(max, most);
        expect(lines.every(Number.isInteger)).toBe(true);
        expect(lines.length).toBeLessThanOrEqual(most + 1);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(max);
        expect(lines.at(-2)).toBeLessThan(Math.max(max, 1));
      }),
    );
  });

  it('labels what there is room for, evenly, up to the last', () => {
    expect(labelledTicks(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(labelledTicks(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
    expect(labelledTicks(365, 4)).toEqual([88, 180, 272, 364]);
    expect(labelledTicks(1, 0)).toEqual([0]);
  });
});

describe('a line', () => {
  it('goes from the left of the frame to its right, and up with the values', () => {
    const points = pointsOf([0, 5, 10], 10, frame);
    expect(points).toEqual([
      { x: 10, y: 100 },
      { x: 60, y: 50 },
      { x: 110, y: 0 },
    ]);
    expect(linePath(points)).toBe('M10,100L60,50L110,0');
    expect(areaPath(points, frame)).toBe('M10,100L60,50L110,0V100H10Z');
  });

  it('shows a single value in the middle, as a dash without an area', () => {
    const points = pointsOf([5], 10, frame);
    expect(linePath(points)).toBe('M56,50h8');
    expect(areaPath(points, frame)).toBe('');
    expect(linePath([])).toBe('');
  });

  it('stays in its frame, whatever is counted', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 365 });
    fc.assert(
      fc.property(counts, values => {
        const max = ticksOf(Math.max(...values)).at(-1) ?? 0;
        for (const { x, y } of pointsOf(values, max, frame)) {
          expect(x >= 10 && x <= 110 && y >= 0 && y <= 100).toBe(true);
        }
      }),
    );
  });

  it('finds the value under a pointer', () => {
    expect([-50, 10, 34, 36, 110, 500].map(x => nearest(x, 3, frame))).toEqual([0, 0, 0, 1, 2, 2]);
    expect(nearest(60, 1, frame)).toBe(0);
  });
});

describe('shares', () => {
  it('are of the whole, and 0 of nothing', () => {
    expect([percentOf(1, 3), percentOf(0, 0), percentOf(2, 2)]).toEqual([33.3, 0, 100]);
  });

  it('compare with what was before, if there was anything', () => {
    expect([changeOf(150, 100), changeOf(0, 8), changeOf(3, 0)]).toEqual([50, -100, undefined]);
  });

  it('of a funnel tell how many were lost on the way', () => {
    expect(funnelOf([200, 100, 25])).toEqual([
      { count: 200, share: 100, lost: 0, lostShare: 0 },
      { count: 100, share: 50, lost: 100, lostShare: 50 },
      { count: 25, share: 12.5, lost: 75, lostShare: 75 },
    ]);
    expect(funnelOf([0, 0]).map(({ share, lostShare }) => [share, lostShare])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('beyond the largest are summed up', () => {
    const entries = [3, 9, 1, 4].map(count => ({ count }));
    expect(largest(entries, 2)).toEqual({ first: [{ count: 9 }, { count: 4 }], rest: 4 });
  });
});

describe('days', () => {
  it('are counted by the calendar', () => {
    expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01');
    expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysFrom('2026-02-27', '2026-03-01')).toBe(3);
  });

  it('begin at other times elsewhere', () => {
    const now = new Date('2026-03-10T23:30:00Z');
    expect([today('UTC', now), today('Europe/Berlin', now)]).toEqual(['2026-03-10', '2026-03-11']);
  });
});

describe('a table as CSV', () => {
  it('is read back as it was, but for formulas', () => {
    const cell = fc.oneof(fc.integer(), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), rows => {
        const read = parse(csvOf(rows), { record_delimiter: '\r\n' }) as string[][];
        const guarded = (value: string | number) =>
          typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value);
        expect(read).toEqual(rows.map(row => row.map(guarded)));
      }),
    );
  });
});

describe('a label', () => {
  it('is one line, cut where there is no more room, and turns no direction of writing', () => {
    expect(clipText('Your name', 20)).toBe('Your name');
    expect(clipText('a\u202Eb\n\tc\u2066', 20)).toBe('a b c');
    expect(clipText('😀'.repeat(20), 5)).toBe('😀😀😀😀…');
    expect(clipText('x'.repeat(100_000), 10)).toBe('xxxxxxxxx…');
  });
});
