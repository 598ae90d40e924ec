import { atMost } from '../text/parts-of-text.ts';
import type { Breach } from './breach.ts';
import { type Choice, choiceLabel, choiceValue, type Field } from './field.ts';
import { breachesOfOther } from './text-answers.ts';

export function breachesOfOption(field: Field, text: string): Breach[] {
  if (hasValue(field.options, text)) return [];
  return field.other ? breachesOfOther(text) : [notAnOption(field.options)];
}

const hasValue = (choices: readonly Choice[] = [], value: string): boolean =>
  choices.some(choice => choiceValue(choice) === value);

/** Returns how many options a multiselect or a ranking takes. */
function selectionOf({ type, options = [], other, validate = {} }: Field): { min: number; max: number } {
  const { minSelected, maxSelected } = validate;
  const all = options.length + (other ? 1 : 0);
  const isWhole = type === 'ranking' && minSelected === undefined && maxSelected === undefined;
  return { min: isWhole ? all : (minSelected ?? 1), max: maxSelected ?? all };
}

/** Returns the breaches of a multiselect or a ranking. */
export function breachesOfOptions(field: Field, chosen: readonly string[]): Breach[] {
  const { min, max } = selectionOf(field);
  if (new Set(chosen).size < chosen.length) return [{ rule: 'unique', message: 'Must have no option twice' }];
  const values = new Set((field.options ?? []).map(choiceValue));
  const others = chosen.filter(value => !values.has(value));
  if (others.length > (field.other ? 1 : 0)) return [notAnOption(field.options)];
  if (chosen.length > max) return [{ rule: 'maxSelected', message: `Must have at most ${max} of the options` }];
  if (chosen.length < min) return [{ rule: 'minSelected', message: `Must have at least ${min} of the options` }];
  return others.flatMap(breachesOfOther);
}

/** Returns a matrix answer without unanswered rows, in the order of the form. Unknown rows come last. */
export function answeredRows({ rows = [] }: Field, answer: object): Record<string, unknown> | undefined {
  const place = new Map(rows.map((row, index) => [choiceValue(row), index]));
  const placeOf = (row: string) => place.get(row) ?? rows.length;
  const entries = Object.entries(answer).filter(([, column]) => column !== null && column !== '');
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.sort(([one], [other]) => placeOf(one) - placeOf(other)));
}

export function breachesOfMatrix({ rows, columns }: Field, answer: Readonly<Record<string, unknown>>): Breach[] {
  const entries = Object.entries(answer);
  if (entries.some(([, column]) => typeof column !== 'string')) return [notTexts];
  const known = new Set((rows ?? []).map(choiceValue));
  const values = new Set((columns ?? []).map(choiceValue));
  return [
    ...(entries.every(([row]) => known.has(row))
      ? []
      : [{ rule: 'rows' as const, message: `Must only name rows of the matrix: ${listOf(rows)}` }]),
    ...(entries.every(([, column]) => values.has(String(column)))
      ? []
      : [{ rule: 'options' as const, message: `Must answer each row with one of the columns: ${listOf(columns)}` }]),
  ];
}

/** Returns breaches for the rows that a required matrix lacks. */
export function breachesOfRows({ rows = [] }: Field, answer: object): Breach[] {
  const missing = rows.filter(row => !Object.hasOwn(answer, choiceValue(row)));
  if (missing.length === 0) return [];
  return [{ rule: 'required', message: `An answer is required in each row; missing: ${listOf(missing, choiceLabel)}` }];
}

const notTexts: Breach = { rule: 'type', message: 'Must have a string, one of the columns, for each row' };

const notAnOption = (options: readonly Choice[] | undefined): Breach => ({
  rule: 'options',
  message: `Must be exactly one of the options: ${listOf(options)}`,
});

function listOf(choices: readonly Choice[] = [], text = choiceValue): string {
  const named = choices.slice(0, 10).map(text);
  const rest = choices.length > named.length ? ` and ${choices.length - named.length} more` : '';
  return `${named.map(name => `"${name.length > 50 ? `${atMost(name, 50)}…` : name}"`).join(', ')}${rest}`;
}
