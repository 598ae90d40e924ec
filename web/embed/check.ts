import type { Breach, Check } from './breach.ts';
import { extras } from './extras.ts';
import type { Host } from './fields/control.ts';
import type { Fault } from './refusal.ts';
import { type Answer, type Field, isEmpty } from './schema.ts';
import { fill } from './texts.ts';

/**
 * What is wrong with an answer, as far as a page can tell: the service has the last word, and decides alike. Nothing, when
 * it is fine.
 */
export function check(
  field: Field,
  answer: Answer | undefined,
  required: boolean,
  { texts, lang }: Pick<Host, 'texts' | 'lang'>,
): Fault | undefined {
  const breach = answer === undefined || isEmpty(answer) ? missing(field, required) : breachOf(field, answer);
  if (!breach) return undefined;
  const [text, ...values] = breach;
  const rule = text === 'consent' ? 'required' : text;
  return { field: field.id, rule, message: fill(texts[text], ...values.map(value => inWords(value, lang))) };
}

const missing = ({ type }: Field, required: boolean): Breach | undefined =>
  required ? [type === 'consent' ? 'consent' : 'required'] : undefined;

const inWords = (value: string | number, lang: string): string =>
  typeof value === 'number' ? new Intl.NumberFormat(lang).format(value) : (extras.dayInWords?.(value, lang) ?? value);

function breachOf(field: Field, answer: Answer): Breach | undefined {
  for (const one of checks[field.type] ?? extras.checks?.[field.type] ?? []) {
    const breach = one(field, answer);
    if (breach) return breach;
  }
  return undefined;
}

const length = (text: Answer): number => [...String(text)].length;

const lengths: Check = ({ validate = {} }, answer) => {
  const { minLength = 0, maxLength = Infinity } = validate;
  const count = length(answer);
  if (count < minLength) return ['minLength', minLength];
  return count > maxLength ? ['maxLength', maxLength, count] : undefined;
};

/** RE2's syntax is nearly JavaScript's: where it is not, the service alone decides. */
const pattern: Check = ({ validate }, answer) => {
  if (!validate?.pattern) return undefined;
  try {
    return new RegExp(validate.pattern, 'u').test(String(answer)) ? undefined : ['pattern'];
  } catch {
    return undefined;
  }
};

const isEmail: Check = (_, answer) =>
  /^[^\s@,;]+@[^\s@.,;]+(\.[^\s@.,;]+)+$/.test(String(answer)) ? undefined : ['email'];

const domains: Check = ({ validate }, answer) => {
  const domain = String(answer).split('@').at(-1)?.toLowerCase() ?? '';
  const allowed = validate?.domains;
  return !allowed || allowed.some(one => one.toLowerCase() === domain) ? undefined : ['domains', allowed.join(', ')];
};

const number: Check = ({ validate = {} }, answer) => {
  const { min, max, integer, step } = validate;
  const value = Number(answer);
  if (integer && !Number.isInteger(value)) return ['integer'];
  if (min !== undefined && value < Number(min)) return ['min', Number(min)];
  if (max !== undefined && value > Number(max)) return ['max', Number(max)];
  return step !== undefined && !isMultiple(value - Number(min ?? 0), step) ? ['step', step] : undefined;
};

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

export const selected: Check = ({ validate = {} }, answer) => {
  const count = Object.keys(answer as object).length;
  const { minSelected, maxSelected } = validate;
  if (minSelected !== undefined && count < minSelected) return ['minSelected', minSelected];
  return maxSelected !== undefined && count > maxSelected ? ['maxSelected', maxSelected] : undefined;
};

const checks: Readonly<Record<string, readonly Check[]>> = {
  text: [lengths, pattern],
  textarea: [lengths],
  email: [isEmail, lengths, pattern, domains],
  number: [number],
  multiselect: [selected],
};
