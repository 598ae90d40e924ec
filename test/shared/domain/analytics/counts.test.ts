import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Counts,
  countsBetween,
  dropOffs,
  percentage,
  ranked,
  ratesOf,
  sumOf,
} from '../../../../shared/domain/analytics/counts.ts';

const at = (text: string) => Date.parse(text);
const day = '2026-03-09';
const midnight = at(day);

const none: Counts = {
  views: 0,
  starts: 0,
  submissions: 0,
  fromServers: 0,
  partial: 0,
  abandoned: 0,
  spamBlocked: 0,
};
const counts = (some: Partial<Counts>): Counts => ({ ...none, ...some });
const counted = (item: object, start = midnight, end = midnight + 24 * 60 * 60_000, of = day) =>
  countsBetween(new Map([[of, { pk: 'COUNTS#x', sk: `DAY#${of}`, ...item }]]), start, end);

describe('the counters of days', () => {
  it('add up to what happened: what is there now, and what was removed', () => {
    const item = {
      v10: 7,
      b10: 6,
      c10: 3,
      C10: 2,
      S10: 1,
      p10: 4,
      P10: 1,
      a10: 5,
      A10: 2,
      w10: 3,
      h10: 9,
      s10: 99,
      x10: 99,
    };
    expect(counted(item)).toEqual({
      views: 7,
      starts: 6,
      submissions: 5,
      fromServers: 1,
      partial: 5,
      abandoned: 10,
      spamBlocked: 9,
    });
  });

  it('are summed from one quarter hour to another, over days that have counters and days that have none', () => {
    const item = { v00: 1, v01: 10, v94: 100, v95: 1000 };
    expect(counted(item).views).toBe(1111);
    expect(counted(item, midnight + 15 * 60_000).views).toBe(1110);
    expect(counted(item, midnight, at('2026-03-09T23:45:00Z')).views).toBe(111);
    expect(counted(item, at('2026-03-09T00:15:00Z'), at('2026-03-09T00:30:00Z')).views).toBe(10);
    expect(counted(item, at('2026-03-07T18:15:00Z'), at('2026-03-12T18:15:00Z')).views).toBe(1111);
    expect(counted(item, at('2026-03-10T00:00:00Z'), at('2026-03-11T00:00:00Z'))).toEqual(none);
    expect(counted(item, midnight, midnight)).toEqual(none);
  });

  it('are in the sum of any two parts of a time what they are in the whole', () => {
    const letters = fc.constantFrom(...'vbcCSpPaAwh');
    const names = fc.tuple(letters, fc.nat(95)).map(([letter, at]) => `${letter}${String(at).padStart(2, '0')}`);
    const items = fc.dictionary(names, fc.nat(1000), { maxKeys: 200 });
    const quarters = fc.integer({ min: -96, max: 2 * 96 });
    fc.assert(
      fc.property(items, quarters, quarters, quarters, (item, ...bounds) => {
        const [first = 0, middle = 0, last = 0] = bounds.sort((a, b) => a - b).map(at => midnight + at * 15 * 60_000);
        const parts = [counted(item, first, middle), counted(item, middle, last)];
        expect(sumOf(parts)).toEqual(counted(item, first, last));
      }),
    );
  });
});

describe('rates', () => {
  it('are of browsers: submissions by secret key were never viewed or started', () => {
    const seen = counts({ views: 80, starts: 40, submissions: 30, fromServers: 20 });
    expect(ratesOf(seen)).toEqual({ startRate: 50, completionRate: 25, conversionRate: 12.5, dropOffRate: 75 });
    expect(dropOffs(seen)).toBe(30);
  });

  it('are 0 of nothing', () => {
    expect(ratesOf(none)).toEqual({ startRate: 0, completionRate: 0, conversionRate: 0, dropOffRate: 0 });
    expect(ratesOf(counts({ submissions: 3, fromServers: 3 })).conversionRate).toBe(0);
  });

  it('hide no counts that cannot be', () => {
    const unseen = counts({ views: 1, starts: 2, submissions: 9 });
    expect(ratesOf(unseen)).toEqual({ startRate: 200, completionRate: 450, conversionRate: 900, dropOffRate: -350 });
    expect(dropOffs(unseen)).toBe(-7);
  });

  it.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 8, 12.5],
    [1, 7, 14.29],
    [1, 30_000, 0],
    [1, 20_000, 0.01],
    [999_999, 1_000_000, 100],
    [5, 5, 100],
    [6, 5, 120],
    [-1, 5, -20],
    [5, 0, 0],
    [0, 0, 0],
  ])('have two decimals: %d of %d is %d percent', (part, whole, percent) => {
    expect(percentage(part, whole)).toBe(percent);
  });
});

describe('the forms of an overview', () => {
  it('are those with the most submissions first, the newest first among equals', () => {
    const form = (formId: string, submissions: number) => {
      return { formId, title: formId.toUpperCase(), counts: counts({ submissions, views: 4 }) };
    };
    const forms = ranked([form('newest', 1), form('newer', 3), form('older', 1), form('oldest', 3)]);
    expect(forms.map(({ formId }) => formId)).toEqual(['newer', 'oldest', 'newest', 'older']);
    expect(forms[0]).toEqual({ formId: 'newer', title: 'NEWER', views: 4, submissions: 3, conversionRate: 75 });
  });
});
