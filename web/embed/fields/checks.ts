import { decimalsOf } from '../../../shared/domain/fields/currency.ts';
import type { FieldType } from '../../../shared/domain/fields/field.ts';
import { dayOf } from '../../../shared/domain/wording/days.ts';
import { faultText } from '../../../shared/domain/wording/fault-text.ts';
import { hintText } from '../../../shared/domain/wording/hint-text.ts';
import { kindsInWords, type Words } from '../../../shared/domain/wording/in-words.ts';
import english from '../../../shared/domain/wording/texts/en.json' with { type: 'json' };
import { type Answer, type Field, isEmpty, optionValue } from '../schema.ts';
import type { Fault } from '../send/refusal.ts';
import type { Control, Speaker } from './control.ts';
import { showPlaces } from './places.ts';

/** Returns the words in the visitor's language, or in English while its texts aren't loaded. */
const wordsOf = ({ texts, lang }: Speaker): Words => ({ texts: { ...english, ...texts }, lang });

/** Returns a fault in the visitor's words, whether the page or the service found it. */
export function faultOf(field: Field, rule: string, speaker: Speaker, answer?: Answer): Fault {
  const label = field.label || field.text || field.id;
  return { field: field.id, rule, message: faultText(rule, { ...field, label }, wordsOf(speaker), answer) };
}

/** Shows the places that options have left, and returns the hint that is shown before the visitor answers. */
export function explain(field: Field, speaker: Speaker, control: Control): string | undefined {
  const words = wordsOf(speaker);
  showPlaces(field, control, words);
  return hintText(field, words);
}

export const kindsOf = (accept: readonly string[], speaker: Speaker): string => kindsInWords(accept, wordsOf(speaker));

/**
 * Returns the rule that an answer breaks, or undefined when it is fine. The service checks again by the same rules and
 * decides.
 */
export function brokenRule(field: Field, answer: Answer | undefined, required: boolean): string | undefined {
  if (answer === undefined || isEmpty(answer)) return required ? 'required' : undefined;
  for (const check of checks[field.type] ?? []) {
    const rule = check(field, answer);
    if (rule) return rule;
  }
  return undefined;
}

type Check = (field: Field, answer: Answer) => string | undefined;

const unless = (isFine: boolean, rule: string): string | undefined => (isFine ? undefined : rule);

const lengths: Check = ({ validate: { minLength = 0, maxLength = Infinity } = {} }, answer) => {
  const count = [...String(answer)].length;
  return count < minLength ? 'minLength' : unless(count <= maxLength, 'maxLength');
};

/** Checks the field's pattern. RE2's syntax is nearly JavaScript's; where it differs, the service checks instead. */
const pattern: Check = ({ validate }, answer) => {
  if (!validate?.pattern) return undefined;
  try {
    return unless(new RegExp(validate.pattern, 'u').test(String(answer)), 'pattern');
  } catch {
    return undefined;
  }
};

const matches =
  (right: RegExp, rule: string): Check =>
  (_, answer) =>
    unless(right.test(String(answer)), rule);

const domains: Check = ({ validate }, answer) => {
  const domain = String(answer).split('@').at(-1)?.toLowerCase() ?? '';
  const allowed = validate?.domains;
  return unless(!allowed || allowed.some(one => one.toLowerCase() === domain), 'domains');
};

const number: Check = ({ validate = {} }, answer) => {
  const { min, max, integer, step } = validate;
  const value = Number(answer);
  if (integer && !Number.isInteger(value)) return 'integer';
  if (min !== undefined && value < Number(min)) return 'min';
  if (max !== undefined && value > Number(max)) return 'max';
  return unless(step === undefined || isMultiple(value - Number(min ?? 0), step), 'step');
};

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

const decimals: Check = ({ currency = '' }, answer) =>
  unless(isMultiple(Number(answer), 10 ** -decimalsOf(currency)), 'decimals');

/** Compares dates and times as text. */
const between: Check = ({ type, validate: { min, max } = {} }, answer) => {
  const bound = (rule: number | string) => (type === 'date' ? dayOf(String(rule)) : String(rule));
  if (min !== undefined && String(answer) < bound(min)) return 'min';
  return unless(max === undefined || String(answer) <= bound(max), 'max');
};

const countOf = (answer: Answer): number => Object.keys(answer as object).length;

const selected: Check = ({ validate: { minSelected = 0, maxSelected = Infinity } = {} }, answer) =>
  countOf(answer) < minSelected ? 'minSelected' : unless(countOf(answer) <= maxSelected, 'maxSelected');

/** Requires a rank for every option, unless the form says how many. */
const ranked: Check = ({ options = [], validate: { minSelected, maxSelected } = {} }, answer) =>
  unless(minSelected !== undefined || maxSelected !== undefined || countOf(answer) === options.length, 'required');

const everyRow: Check = ({ required, rows = [] }, answer) =>
  unless(!required || rows.every(row => optionValue(row) in Object(answer)), 'required');

const files: Check = ({ validate: { maxFiles = 1 } = {} }, answer) =>
  unless(!Array.isArray(answer) || answer.length <= maxFiles, 'maxFiles');

const checks: Readonly<Record<FieldType, readonly Check[]>> = {
  text: [lengths, pattern],
  textarea: [lengths],
  email: [matches(/^[^\s@,;]+@[^\s@.,;]+(\.[^\s@.,;]+)+$/, 'email'), lengths, pattern, domains],
  phone: [matches(/^\+?[0-9 ()./-]{5,25}$/, 'phone')],
  url: [matches(/^https?:\/\/[^\s/]+/i, 'url')],
  number: [number],
  currency: [number, decimals],
  date: [between],
  time: [between],
  multiselect: [selected],
  ranking: [selected, ranked],
  matrix: [everyRow],
  file: [files],
  ...{ select: [], radio: [], checkbox: [], consent: [], rating: [], scale: [] },
  ...{ hidden: [], calculated: [], statement: [], page: [] },
};
