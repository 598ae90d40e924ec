import { describe, expect, it } from '@jest/globals';
import {
  limbsOf,
  limbsOfSquare,
  meanOf,
  standardDeviationOf,
  sumOfLimbs,
  toNumber,
} from '../../../../shared/domain/summaries/exact-decimal.ts';
import { fc } from '../../../support/properties.ts';

const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map(cents => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
);

function added(all: readonly ReadonlyMap<number, number>[], sign = 1): Map<number, number> {
  const sums = new Map<number, number>();
  for (const limbs of all) for (const [place, by] of limbs) sums.set(place, (sums.get(place) ?? 0) + sign * by);
  return sums;
}

describe('limbs', () => {
  it('come back as the number that they are of', () => {
    fc.assert(fc.property(number, value => expect(toNumber(sumOfLimbs(limbsOf(value)))).toBe(value || 0)));
  });

  it('sum cents to the cent, which floating-point numbers do not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 }), cents => {
        const sum = cents.reduce((all, each) => all + each, 0);
        expect(toNumber(sumOfLimbs(added(cents.map(each => limbsOf(each / 100)))))).toBe(Number(`${sum}e-2`) || 0);
        const squares = cents.reduce((all, each) => all + BigInt(each) ** 2n, 0n);
        const ofSquares = toNumber(sumOfLimbs(added(cents.map(each => limbsOfSquare(each / 100)))));
        expect(ofSquares).toBe(Number(`${squares}e-4`));
      }),
    );
    expect(toNumber(sumOfLimbs(added([0.1, 0.2].map(limbsOf))))).toBe(0.3);
  });

  it('are nothing once all that was added is taken away, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(number), values => {
        const left = added([added(values.map(limbsOf)), added([...values].reverse().map(limbsOf), -1)]);
        expect([...left.values()].every(limb => limb === 0)).toBe(true);
      }),
    );
  });

  it('give mean and standard deviation', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    const [sum, squares] = [limbsOf, limbsOfSquare].map(of => sumOfLimbs(added(values.map(of))));
    if (!sum || !squares) throw new Error('There are two sums');
    expect(meanOf(sum, values.length)).toBe(5);
    expect(standardDeviationOf(sum, squares, values.length)).toBeCloseTo(Math.sqrt(32 / 7), 14);
    expect(standardDeviationOf(sumOfLimbs(limbsOf(3)), sumOfLimbs(limbsOfSquare(3)), 1)).toBe(0);
  });

  it.each<[number, [number, number][]]>([
    [0, []],
    [1, [[0, 1]]],
    [
      -1_000_002,
      [
        [0, -2],
        [1, -1],
      ],
    ],
    [1_000_000, [[1, 1]]],
    [0.000_001, [[-1, 1]]],
    [
      12.5,
      [
        [-1, 500_000],
        [0, 12],
      ],
    ],
    [1e21, [[3, 1000]]],
    [1.5e-7, [[-2, 150_000]]],
  ])('of %d are its parts of a million, without zeros', (value, limbs) => {
    expect([...limbsOf(value)]).toEqual(limbs);
  });

  it('stay numbers of JSON, however large the sum', () => {
    const most = sumOfLimbs(added([limbsOf(Number.MAX_VALUE), limbsOf(Number.MAX_VALUE)]));
    expect(toNumber(most)).toBe(Number.MAX_VALUE);
    expect(toNumber({ ...most, coefficient: -most.coefficient })).toBe(-Number.MAX_VALUE);
  });

  it('have no deviation where all are the same', () => {
    const same = [0.1, 0.1, 0.1];
    const [sum, squares] = [limbsOf, limbsOfSquare].map(of => sumOfLimbs(added(same.map(of))));
    expect(sum && squares && standardDeviationOf(sum, squares, 3)).toBe(0);
    expect(sum && meanOf(sum, 3)).toBe(0.1);
    // A removal may be counted before what it removes.
    expect(squares && standardDeviationOf(sumOfLimbs(limbsOf(9)), squares, 3)).toBe(0);
    expect(sum && squares && standardDeviationOf(sum, squares, 0)).toBe(0);
  });

  it('have a deviation of fractions', () => {
    const values = [0.5, 1.25, 1e6];
    const [sum, squares] = [limbsOf, limbsOfSquare].map(of => sumOfLimbs(added(values.map(of))));
    const mean = values.reduce((all, each) => all + each) / 3;
    const deviation = Math.sqrt(values.reduce((all, each) => all + (each - mean) ** 2, 0) / 2);
    expect(sum && squares && standardDeviationOf(sum, squares, 3)).toBeCloseTo(deviation, 6);
  });
});
