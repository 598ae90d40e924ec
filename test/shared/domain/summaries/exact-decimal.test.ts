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
});
