import type { Fault } from '../../../fault.ts';
import type { Field, FieldType } from '../../fields/field.ts';
import { isDate } from '../../time/calendar.ts';
import type { Operator } from './condition.ts';

/** How answers to a field can be compared: the operators and the values. */
export type Comparable = {
  readonly ops: readonly Operator[];
  /** Returns why a value is invalid for the field, or undefined when it is valid. */
  readonly problemOf: (value: unknown, field: Field) => string | undefined;
};

const presence = ['answered', 'empty'] as const;
const equality = ['eq', 'ne'] as const;

const textLengthMax = 1_000;

const nothing: Comparable = { ops: [], problemOf: () => undefined };
const present: Comparable = { ops: presence, problemOf: () => undefined };
const text: Comparable = {
  ops: [...presence, ...equality, 'contains', 'startsWith', 'endsWith'],
  problemOf: value =>
    isText(value) && value !== '' && value.length <= textLengthMax
      ? undefined
      : `must be a text of 1 to ${textLengthMax} characters`,
};
const ordered = (isOne: (value: unknown) => boolean, problem: string): Comparable => ({
  ops: [...presence, ...equality, 'lt', 'lte', 'gt', 'gte'],
  problemOf: value => (isOne(value) ? undefined : problem),
});
const number = ordered(value => Number.isFinite(value), 'must be a JSON number');
const choice: Comparable = { ops: [...presence, ...equality, 'in'], problemOf: optionProblem };
const choices: Comparable = { ops: [...presence, 'includesAny', 'includesAll'], problemOf: optionProblem };
const truth: Comparable = {
  ops: [...presence, 'eq'],
  problemOf: value => (typeof value === 'boolean' ? undefined : 'must be true or false'),
};

const comparables: Readonly<Record<FieldType, Comparable>> = {
  ...{ text, textarea: text, email: text, phone: text, url: text, hidden: text },
  ...{ number, currency: number, rating: number, scale: number, calculated: number },
  date: ordered(value => isText(value) && isDate(value), 'must be a date, YYYY-MM-DD: 2026-01-31'),
  time: ordered(
    value => isText(value) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    'must be a time of day, HH:MM: 09:30',
  ),
  ...{ select: choice, radio: choice, multiselect: choices, ranking: choices },
  ...{ checkbox: truth, consent: truth, file: present, matrix: present },
  ...{ statement: nothing, page: nothing },
};

/** Returns how a field can be compared. A `statement` and a `page` ask nothing, so they cannot. */
export const comparableOf = ({ type }: Field): Comparable => comparables[type];

const listOps: readonly Operator[] = ['in', 'includesAny', 'includesAll'];
const listMax = 500;

/** Returns the fault of a comparison's value, by what its operator takes. */
export function faultOfValue(op: Operator, value: unknown, field: Field): Omit<Fault, 'field'> | undefined {
  if (presence.some(each => each === op)) {
    return value === undefined ? undefined : { rule: 'notAllowed', message: `${op} takes no value; remove it` };
  }
  if (value === undefined) return { rule: 'required', message: `is required for ${op}` };
  const { problemOf } = comparableOf(field);
  if (!listOps.includes(op)) return typed(problemOf(value, field));
  if (!Array.isArray(value) || value.length === 0 || value.length > listMax) {
    return { rule: 'type', message: `must be an array of options of "${field.id}", 1 to ${listMax}` };
  }
  return typed(value.map(each => problemOf(each, field)).find(problem => problem !== undefined));
}

const typed = (message: string | undefined) => (message === undefined ? undefined : { rule: 'value', message });

const isText = (value: unknown): value is string => typeof value === 'string';

function optionProblem(value: unknown, { id, options = [] }: Field): string | undefined {
  if (options.some(option => answerOf(option) === value)) return undefined;
  return `must be one of the options of "${id}", as its value`;
}

/** Returns the answer when an option is chosen. */
export const answerOf = (option: string | { value: string }): string => (isText(option) ? option : option.value);
