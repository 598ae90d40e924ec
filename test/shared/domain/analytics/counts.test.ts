import { describe, expect, it } from '@jest/globals';
import {
  type Counts,
  countsOf,
  dropOffs,
  pointOf,
  ranked,
  ratesOf,
  totalsOf,
} from '../../../../shared/domain/analytics/counts.ts';
import { percentage } from '../../../../shared/domain/analytics/percentage.ts';

const none: Counts = {
  views: 0,
  starts: 0,
  submissions: 0,
  fromServers: 0,
  completedLater: 0,
  partial: 0,
  abandoned: 0,
  spamBlocked: 0,
};
const counts = (some: Partial<Counts>): Counts => ({ ...none, ...some });
describe('counters', () => {
  it('add up to what happened: what is there now, and what was removed', () => {
    const sums = { v: 7, b: 6, c: 3, C: 2, S: 1, p: 4, P: 1, a: 5, A: 2, w: 3, h: 9, m: -2, s: 99, x: 99 };
    expect(countsOf(new Map(Object.entries(sums)))).toEqual({
      views: 7,
      starts: 6,
      submissions: 5,
      fromServers: 1,
      completedLater: -2,
      partial: 5,
      abandoned: 10,
      spamBlocked: 9,
    });
  });

  it('are nothing where nothing was counted', () => {
    expect(countsOf(new Map())).toEqual(none);
  });
});

describe('what a report says', () => {
  const seen = counts({
    views: 80,
    starts: 40,
    submissions: 30,
    fromServers: 20,
    partial: 3,
    abandoned: 2,
    spamBlocked: 1,
  });
  const shown = { views: 80, starts: 40, submissions: 30, partial: 3, abandoned: 2 };

  it('of a day is its date and counts', () => {
    expect(pointOf({ ...seen, date: '2026-03-09' })).toEqual({ date: '2026-03-09', ...shown });
  });

  it('of a period is also which submissions came from browsers, and what was blocked', () => {
    expect(totalsOf(4, seen)).toEqual({ forms: 4, ...shown, submissionsFromBrowsers: 10, spamBlocked: 1 });
  });
});

describe('rates', () => {
  it('are of browsers: submissions by secret key were never viewed or started', () => {
    const seen = counts({ views: 80, starts: 40, submissions: 30, fromServers: 20 });
    expect(ratesOf(seen)).toEqual({ startRate: 50, completionRate: 25, conversionRate: 12.5, dropOffRate: 75 });
    expect(dropOffs(seen)).toBe(30);
  });

  it('are of the starts of the period, in whichever period they were completed', () => {
    const before = counts({ views: 10, starts: 4, submissions: 1, completedLater: 3 });
    expect(ratesOf(before)).toEqual({ startRate: 40, completionRate: 100, conversionRate: 40, dropOffRate: 0 });
    const after = counts({ views: 10, starts: 1, submissions: 4, completedLater: -3 });
    expect(ratesOf(after)).toEqual({ startRate: 10, completionRate: 100, conversionRate: 10, dropOffRate: 0 });
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
    const [newest] = ranked([{ ...form('newest', 1), trend: [1, 0] }]);
    expect(newest?.trend).toEqual([1, 0]);
    expect(forms[0]).not.toHaveProperty('trend');
  });
});
