/** A number in decimal form: `coefficient` × 10^`exponent`. */
type Decimal = { readonly coefficient: bigint; readonly exponent: number };

/** The decimal digits of each limb. */
const limbDigits = 6;
const limbBase = 10n ** BigInt(limbDigits);

/** Parts of a number by their places: the part at `place` counts 1,000,000^`place`. */
export type Limbs = ReadonlyMap<number, number>;

/** Returns a finite number as its JSON text spells it. */
function decimalOf(value: number): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + fraction);
  return { coefficient: sign === '-' ? -digits : digits, exponent: Number(exponent) - fraction.length };
}

/**
 * Returns the parts of a number. They add up exactly, in any order, and can be subtracted again. Counters of parts sum
 * numbers without floating-point error.
 */
export const limbsOf = (value: number): Limbs => split(decimalOf(value));

/** Returns the parts of a number's square. */
export function limbsOfSquare(value: number): Limbs {
  const { coefficient, exponent } = decimalOf(value);
  return split({ coefficient: coefficient ** 2n, exponent: 2 * exponent });
}

function split({ coefficient, exponent }: Decimal): Limbs {
  const limbs = new Map<number, number>();
  const lowest = Math.floor(exponent / limbDigits);
  const aligned = coefficient * 10n ** BigInt(exponent - lowest * limbDigits);
  let left = aligned < 0n ? -aligned : aligned;
  for (let place = lowest; left > 0n; place++) {
    const limb = Number(left % limbBase);
    if (limb > 0) limbs.set(place, aligned < 0n ? -limb : limb);
    left /= limbBase;
  }
  return limbs;
}

/** Returns the sum of parts as a number. */
export function sumOfLimbs(limbs: Limbs): Decimal {
  const lowest = Math.min(0, ...limbs.keys());
  let coefficient = 0n;
  for (const [place, limb] of limbs) coefficient += BigInt(limb) * limbBase ** BigInt(place - lowest);
  return { coefficient, exponent: lowest * limbDigits };
}

/** Returns the closest number in JSON. */
export function toNumber({ coefficient, exponent }: Decimal): number {
  const value = Number(`${coefficient}e${exponent}`);
  return Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
}

/** More digits than a number has, so that the quotient is rounded once. */
const quotientDigits = 40;

/** Returns the sum divided by the count. */
export const meanOf = (sum: Decimal, count: number): number => quotient(sum, BigInt(count));

/** Returns the standard deviation of a sample, from its sum and the sum of its squares; 0 for a single number. */
export function standardDeviationOf(sum: Decimal, squares: Decimal, count: number): number {
  if (count < 2) return 0;
  const n = BigInt(count);
  const exponent = Math.min(2 * sum.exponent, squares.exponent);
  const scaled = (value: bigint, from: number) => value * 10n ** BigInt(from - exponent);
  const spread = n * scaled(squares.coefficient, squares.exponent) - scaled(sum.coefficient ** 2n, 2 * sum.exponent);
  return spread <= 0n ? 0 : Math.sqrt(quotient({ coefficient: spread, exponent }, n * (n - 1n)));
}

const quotient = ({ coefficient, exponent }: Decimal, divisor: bigint): number =>
  toNumber({
    coefficient: (coefficient * 10n ** BigInt(quotientDigits)) / divisor,
    exponent: exponent - quotientDigits,
  });
