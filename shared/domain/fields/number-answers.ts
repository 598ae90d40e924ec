import type { Breach } from './breach.ts';
import { type Field, pointsOf } from './field.ts';

export function breachesOfNumber(field: Field, value: number): Breach[] {
  if (!Number.isFinite(value)) return [{ rule: 'type', message: 'Must be a finite number; the one sent is too large' }];
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return [tooLargeToBeExact];
  const { min, max } = numbersIn(field);
  if (min !== undefined && value < min) return [{ rule: 'min', message: `Must be ${min} or more` }];
  if (max !== undefined && value > max) return [{ rule: 'max', message: `Must be ${max} or less` }];
  return breachesOfStep(field, value);
}

/** The form's rules have seen to it that a number has numbers for bounds. */
const numbersIn = ({ validate = {} }: Field): { min?: number; max?: number } =>
  validate as { min?: number; max?: number };

function breachesOfStep(field: Field, value: number): Breach[] {
  const { step, integer } = field.validate ?? {};
  if (integer && !Number.isInteger(value)) return [notAnInteger];
  const { min: start = 0 } = numbersIn(field);
  if (step === undefined || isOnStep(value, start, step)) return [];
  return [{ rule: 'step', message: `Must be ${start} and any number of steps of ${step}` }];
}

/** In decimal digits, as people write numbers: 0.3 is three steps of 0.1, which no double knows. */
function isOnStep(value: number, start: number, step: number): boolean {
  const parts = [value, start, step].map(decimalOf);
  const scale = Math.max(...parts.map(({ places }) => places));
  const [at = 0n, from = 0n, by = 1n] = parts.map(({ digits, places }) => digits * 10n ** BigInt(scale - places));
  return (at - from) % by === 0n;
}

/** A number is `digits` / 10 ** `places`, by the shortest decimal that means it. */
function decimalOf(number: number): { digits: bigint; places: number } {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  return { digits: BigInt(whole + fraction) * 10n ** BigInt(Math.max(-places, 0)), places: Math.max(places, 0) };
}

/** Of a rating or a scale. */
export function breachesOfPoints(field: Field, value: number): Breach[] {
  const { min, max } = pointsOf(field);
  if (!Number.isInteger(value)) return [notAnInteger];
  if (value < min) return [{ rule: 'min', message: `Must be ${min} or more` }];
  if (value > max) return [{ rule: 'max', message: `Must be ${max} or less` }];
  return [];
}

const notAnInteger: Breach = { rule: 'integer', message: 'Must be a whole number, without a fraction' };

/** JSON.parse has rounded such a number already: 12345678901234567890 arrives as 12345678901234567000. */
const tooLargeToBeExact: Breach = {
  rule: 'precision',
  message: `Must lie between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}: beyond that, digits are lost; ask for such a number in a text field`,
};
