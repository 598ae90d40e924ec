import type { Breach } from './breach.ts';
import { decimalsOf } from './currency.ts';
import { type Field, pointsOf } from './field.ts';

export function breachesOfNumber(field: Field, value: number): Breach[] {
  if (!Number.isFinite(value)) return [{ rule: 'type', message: 'Must be a finite number; the one sent is too large' }];
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return [tooLargeToBeExact];
  const { min, max } = numbersIn(field);
  if (min !== undefined && value < min) return [{ rule: 'min', message: `Must be ${min} or more` }];
  if (max !== undefined && value > max) return [{ rule: 'max', message: `Must be ${max} or less` }];
  return breachesOfStep(field, value);
}

/** Returns the breaches of an amount of money. */
export function breachesOfAmount(field: Field, value: number): Breach[] {
  const breaches = breachesOfNumber(field, value);
  const { currency = '' } = field;
  const decimals = decimalsOf(currency);
  if (breaches.length > 0 || decimalOf(value).places <= decimals) return breaches;
  const most = decimals === 0 ? 'no decimal places' : `at most ${decimals} decimal places`;
  return [{ rule: 'decimals', message: `Must have ${most}, as ${currency} has` }];
}

/** Returns the bounds of a number, which the form's rules ensure are numbers. */
const numbersIn = ({ validate = {} }: Field): { min?: number; max?: number } =>
  validate as { min?: number; max?: number };

function breachesOfStep(field: Field, value: number): Breach[] {
  const { step, integer } = field.validate ?? {};
  if (integer && !Number.isInteger(value)) return [notAnInteger];
  const { min: start = 0 } = numbersIn(field);
  if (step === undefined || isOnStep(value, start, step)) return [];
  return [{ rule: 'step', message: `Must be ${start} and any number of steps of ${step}` }];
}

/** Calculates with decimal digits, as people write numbers: 0.3 is three steps of 0.1, which doubles cannot express. */
function isOnStep(value: number, start: number, step: number): boolean {
  const parts = [value, start, step].map(decimalOf);
  const scale = Math.max(...parts.map(({ places }) => places));
  const [at = 0n, from = 0n, by = 1n] = parts.map(({ digits, places }) => digits * 10n ** BigInt(scale - places));
  return (at - from) % by === 0n;
}

/** Returns a number as `digits` / 10 ** `places`, by its shortest decimal form. */
function decimalOf(number: number): { digits: bigint; places: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  return { digits: BigInt(whole + fraction) * 10n ** BigInt(Math.max(-places, 0)), places: Math.max(places, 0) };
}

/** Returns the breaches of a rating or a scale. */
export function breachesOfPoints(field: Field, value: number): Breach[] {
  const { min, max } = pointsOf(field);
  if (!Number.isInteger(value)) return [notAnInteger];
  if (value < min) return [{ rule: 'min', message: `Must be ${min} or more` }];
  if (value > max) return [{ rule: 'max', message: `Must be ${max} or less` }];
  return [];
}

const notAnInteger: Breach = { rule: 'integer', message: 'Must be a whole number, without a fraction' };

/** JSON.parse has already rounded such a number: 12345678901234567890 becomes 12345678901234567000. */
const tooLargeToBeExact: Breach = {
  rule: 'precision',
  message: `Must be between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}; use a text field for longer numbers`,
};
