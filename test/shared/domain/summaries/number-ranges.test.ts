import { describe, expect, it } from '@jest/globals';
import {
  histogramOf,
  inOrder,
  medianOf,
  rangeCode,
  rangeOfCode,
} from '../../../../shared/domain/summaries/number-ranges.ts';
import { fc } from '../../../support/properties.ts';

const number = fc.oneof(
  fc.integer({ min: -150, max: 150 }),
  fc.integer(),
  fc.integer({ min: -100_000, max: 100_000 }).map(cents => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
);

const counted = (values: readonly number[]) =>
  inOrder(
    [...Map.groupBy(values, rangeCode)].flatMap(([code, all]) => {
      const range = rangeOfCode(code);
      return range ? [{ ...range, count: all.length }] : [];
    }),
  );

describe('the ranges of numbers', () => {
  it('hold the numbers that they are of, and are no wider than a tenth of them', () => {
    fc.assert(
      fc.property(number, value => {
        const { from, to } = rangeOfCode(rangeCode(value)) ?? { from: Number.NaN, to: Number.NaN };
        expect(from <= value && (value <= to || from === to)).toBe(true);
        expect(to - from).toBeLessThanOrEqual(Math.abs(value) / 10 + 1e-9 * Math.abs(value) || 0);
      }),
    );
  });

  it('name each integer below a hundred, and other numbers by two digits', () => {
    expect([0, 42, -7, 42.5, 3.14, 0.05, 1999, -120].map(rangeCode)).toEqual([
      '0',
      '42',
      '-7',
      '42~',
      '31e-1',
      '50e-3',
      '19e2',
      '-12e1',
    ]);
    expect([10.5, 9.5, 99.5, 100, -99, -99.5, 1, 1e21].map(rangeCode)).toEqual([
      ...['10~', '95e-1', '99~', '10e1', '-99', '-99~', '1', '10e20'],
    ]);
    expect(rangeOfCode('0')).toEqual({ from: 0, to: 0 });
    expect(rangeOfCode('-7')).toEqual({ from: -7, to: -7 });
    expect(rangeOfCode('42~')).toEqual({ from: 42, to: 43 });
    expect(rangeOfCode('-42~')).toEqual({ from: -43, to: -42 });
    expect(rangeOfCode('31e-1')).toEqual({ from: 3.1, to: 3.2 });
    const largest = Number.MAX_VALUE / 4;
    expect(rangeOfCode('17e307')).toEqual({ from: largest, to: largest });
    expect(rangeOfCode('-17e307')).toEqual({ from: -largest, to: -largest });
    for (const code of ['x19', '19x', '19~x', '190', '', '-', '~', '19e']) expect(rangeOfCode(code)).toBeUndefined();
    expect(rangeOfCode('19e2')).toEqual({ from: 1900, to: 2000 });
    expect(rangeOfCode('-12e1')).toEqual({ from: -130, to: -120 });
    expect(rangeOfCode('*')).toBeUndefined();
  });

  it('give the median of integers below a hundred exactly, and bounds of any other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 1 }), values => {
        const sorted = [...values].sort((one, other) => one - other);
        const middle = sorted.length / 2;
        const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
        expect(medianOf(counted(values))).toEqual({ from: median || 0, to: median || 0 });
      }),
    );
    expect(medianOf(counted([1234, 1250, 7]))).toEqual({ from: 1200, to: 1300 });
  });

  it('lose no number in a histogram, which has some twenty bars', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer()), { minLength: 1 }), values => {
        const bars = histogramOf(counted(values));
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
        expect(bars.length).toBeLessThanOrEqual(22);
      }),
    );
    expect(histogramOf(counted([1, 3]))).toEqual([
      { from: 1, to: 1, count: 1 },
      { from: 2, to: 2, count: 0 },
      { from: 3, to: 3, count: 1 },
    ]);
    expect(histogramOf(counted([5, 5, 70, 90_000])).map(({ from }) => from)).toEqual([1, 10, 100, 1000, 10_000]);
  });

  it('have no median and no bars without numbers', () => {
    expect(medianOf([])).toBeUndefined();
    expect(medianOf([{ from: 1, to: 1, count: 0 }])).toBeUndefined();
    expect(histogramOf([])).toEqual([]);
  });

  it('are in order of where they begin, then of where they end', () => {
    const range = (from: number, to: number) => ({ from, to, count: 1 });
    expect(inOrder([range(2, 3), range(1, 2), range(2, 2), range(1, 1)])).toEqual([
      ...[range(1, 1), range(1, 2), range(2, 2), range(2, 3)],
    ]);
  });
});

describe('the bars of a histogram', () => {
  const barsOf = (...values: number[]) => histogramOf(counted(values)).map(({ from, to, count }) => [from, to, count]);

  it('are the integers, if they are few', () => {
    expect(barsOf(3)).toEqual([[3, 3, 1]]);
    expect(barsOf(0, 19)).toHaveLength(20);
    expect(barsOf(0, 20).slice(0, 2)).toEqual([
      [0, 2, 1],
      [2, 4, 0],
    ]);
  });

  it.each([
    [[0, 40], 5, 9],
    [[0, 95], 5, 20],
    [[0, 38], 2, 20],
    [[0, 39], 5, 8],
    [[-50, 50], 10, 11],
    [[1.5, 2.5], 0.1, 11],
    [[0.5, 0.5], 0.01, 1],
    [[12.5], 1, 1],
    // No bar is narrower than a range: 1,000 to 1,100.
    [[1000, 1100], 100, 2],
  ])('of %j are %d wide', (values, width, length) => {
    const bars = histogramOf(counted(values));
    expect(bars).toHaveLength(length);
    for (const { from, to } of bars) expect(to - from).toBeCloseTo(width, 9);
    expect(bars[0]?.from).toBeLessThanOrEqual(Math.min(...values));
    expect(bars.at(-1)?.to).toBeGreaterThanOrEqual(Math.max(...values));
  });

  it('start at round numbers', () => {
    expect(barsOf(7, 53)).toEqual(
      [5, 10, 15, 20, 25, 30, 35, 40, 45, 50].map(from => [from, from + 5, from === 5 || from === 50 ? 1 : 0]),
    );
  });

  it('are factors of ten, if a few large numbers would leave all others in one', () => {
    expect(barsOf(5, 7, 9, 9000)).toEqual([
      [1, 10, 3],
      [10, 100, 0],
      [100, 1000, 0],
      [1000, 10_000, 1],
    ]);
    expect(barsOf(10, 10, 100_000)).toEqual([
      [10, 100, 2],
      [100, 1000, 0],
      [1000, 10_000, 0],
      [10_000, 100_000, 0],
      [100_000, 1_000_000, 1],
    ]);
  });

  it.each([
    ['a zero', [0, 0, 0, 90_000]],
    ['a factor of a thousand', [11, 11, 11, 10_000]],
    ['three of five in the first', [1, 1, 1, 90_000, 91_000]],
    ['negative numbers', [-5, -5, -5, 90_000]],
  ])('are of equal width with %s', (_, values) => {
    const bars = histogramOf(counted(values));
    expect(bars.length).toBeGreaterThan(10);
    expect(new Set(bars.map(({ from, to }) => to - from)).size).toBe(1);
  });
});
