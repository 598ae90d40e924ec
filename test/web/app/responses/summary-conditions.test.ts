import { describe, expect, it } from '@jest/globals';
import { hasAnswers } from '../../../../shared/domain/fields/answer-filter.ts';
import {
  type CountedRange,
  histogramOf,
  inOrder,
  rangeCode,
  rangeOfCode,
} from '../../../../shared/domain/summaries/number-ranges.ts';
import {
  type Conditions,
  inCell,
  inDates,
  inHour,
  inRange,
  whetherAnswered,
  withAnswer,
} from '../../../../web/app/pages/summary/conditions.ts';

const found = (answers: readonly unknown[], conditions: Conditions | undefined) =>
  answers.filter(answer => hasAnswers(answer === undefined ? {} : { field: answer }, conditions ?? {}));

/** The bars of these numbers, as the counters have them. */
function barsOf(values: readonly number[]): CountedRange[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(rangeCode(value), (counts.get(rangeCode(value)) ?? 0) + 1);
  return histogramOf(
    inOrder([...counts].flatMap(([code, count]) => [{ ...(rangeOfCode(code) as CountedRange), count }])),
  );
}

describe('a bar of a summary', () => {
  it.each([
    ['few integers', [-3, 0, 1, 1, 2, 7]],
    ['whole years', Array.from({ length: 80 }, (_, age) => age)],
    ['cents', Array.from({ length: 300 }, (_, index) => ((index * 37) % 997) / 100)],
    ['negative decimals', Array.from({ length: 200 }, (_, index) => -index / 8)],
    ['large negative ones', Array.from({ length: 200 }, (_, index) => -100 * index)],
    ['incomes', [...Array(90).fill(12), 900, 25_000, 1_200_000, 1_000_000]],
    ['scattered ones', Array.from({ length: 500 }, (_, index) => ((index * 7919) % 10_007) - 4003.25)],
  ])('of %s has a filter that finds what it counts', (_, values) => {
    const bars = barsOf(values);
    expect(bars.length).toBeGreaterThan(1);
    expect(bars.map(bar => found(values, inRange('field', bar)).length)).toEqual(bars.map(({ count }) => count));
  });

  it('of a day, a month, a year or an hour has a filter that finds it', () => {
    const days = ['2024-02-29', '2024-03-01', '2025-01-31', '2025-12-31', '2026-01-01'];
    expect(found(days, inDates('field', '2024-02-29'))).toEqual(['2024-02-29']);
    expect(found(days, inDates('field', '2025-12'))).toEqual(['2025-12-31']);
    expect(found(days, inDates('field', '2025'))).toEqual(['2025-01-31', '2025-12-31']);
    const times = ['00:00', '09:59', '10:00', '23:59'];
    expect(found(times, inHour('field', 9))).toEqual(['09:59']);
    expect(found(times, inHour('field', 23))).toEqual(['23:59']);
  });

  it('of a choice, a cell, and of those with and without an answer has a filter that finds it', () => {
    expect(found(['a', ['a', 'b'], 'b'], withAnswer('field', 'a'))).toEqual(['a', ['a', 'b']]);
    const cells = [{ Speed: 'Good' }, { Speed: 'Bad' }, { Price: 'Good' }];
    expect(found(cells, inCell('field', 'Speed', 'Good'))).toEqual([{ Speed: 'Good' }]);
    expect(inCell('field', 'A very long row…', 'Good')).toBeUndefined();
    expect(found(['a', undefined], whetherAnswered('field', true))).toEqual(['a']);
    expect(found(['a', undefined], whetherAnswered('field', false))).toEqual([undefined]);
  });
});
