import { describe, expect, it } from '@jest/globals';
import { sumsBetween, without } from '../../../../shared/domain/analytics/counted-spans.ts';
import { quarterMs } from '../../../../shared/domain/time/quarters.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { fc } from '../../../support/properties.ts';

const midnight = Date.parse('2026-03-09T00:00:00Z');
const at = (quarter: number) => midnight + quarter * quarterMs;

/** A day by the quarter hour, an hour behind it, and a month's days, of which the day before is the last. */
const spans = [
  {
    start: midnight - 8 * dayMs,
    end: midnight,
    counters: new Map([
      ['v', [1, 2, 3, 4, 5, 6, 7, 8]],
      ['before', [8]],
    ]),
  },
  { start: midnight, end: at(96), counters: new Map([['v', Array.from({ length: 96 }, (_, quarter) => quarter)]]) },
  {
    start: at(96),
    end: at(100),
    counters: new Map([
      ['v', [1000, 2000, 0, 0]],
      ['after', [4]],
    ]),
  },
];
const views = (start: number, end: number) => sumsBetween(spans, start, end).get('v') ?? 0;

describe('what is counted in spans', () => {
  it('is summed from one part to another, whatever their length', () => {
    expect(views(midnight - 8 * dayMs, at(200))).toBe(36 + 4560 + 3000);
    expect(views(midnight - 2 * dayMs, midnight)).toBe(15);
    expect(views(at(3), at(5))).toBe(7);
    expect(views(at(95), at(97))).toBe(1095);
    expect(views(at(97), at(98))).toBe(2000);
    expect(views(at(100), at(500))).toBe(0);
    expect(views(at(7), at(7))).toBe(0);
  });

  it('is of the spans that the time touches alone', () => {
    expect([...sumsBetween(spans, midnight, at(96))]).toEqual([['v', 4560]]);
    expect([...sumsBetween(spans, at(100), at(500))]).toEqual([]);
  });

  it('is in any two parts of a time what it is in the whole', () => {
    const quarter = fc.integer({ min: 0, max: 110 });
    fc.assert(
      fc.property(quarter, quarter, quarter, (...bounds) => {
        const [first = 0, middle = 0, last = 0] = bounds.sort((a, b) => a - b).map(at);
        expect(views(first, middle) + views(middle, last)).toBe(views(first, last));
      }),
    );
  });
});

describe('ranges', () => {
  it('have others taken out, wherever those begin and end', () => {
    const whole = [
      { start: 10, end: 20 },
      { start: 30, end: 40 },
    ];
    expect(without(whole, [])).toEqual(whole);
    expect(without(whole, [{ start: 0, end: 50 }])).toEqual([]);
    expect(
      without(whole, [
        { start: 0, end: 12 },
        { start: 15, end: 16 },
        { start: 39, end: 60 },
      ]),
    ).toEqual([
      { start: 12, end: 15 },
      { start: 16, end: 20 },
      { start: 30, end: 39 },
    ]);
    const beside = [
      { start: 0, end: 10 },
      { start: 20, end: 30 },
    ];
    expect(without(whole, beside)).toEqual(whole);
    expect(without(whole, [{ start: 10, end: 12 }])).toEqual([{ start: 12, end: 20 }, whole[1]]);
    expect(without([{ start: 5, end: 5 }], [])).toEqual([]);
  });
});
