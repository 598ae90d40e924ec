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
});
