import type { Fault } from '../../fault.ts';
import { closestName } from '../text/closest-name.ts';
import type { Field, FieldType } from './field.ts';
import { fieldTypes, isAnswered } from './field-types.ts';

/**
 * The answers to filter by, as in a list's query: `topic` to `Sales`, which is the answer or one of the choices, or
 * `age][gte` to `18`, with an operator after the ID, or `quality][row][Speed` to `Good`, which is a cell of a matrix.
 */
export type AnswerFilter = Readonly<Record<string, string>>;

/** How an answer is compared. `row` compares one row of a matrix. */
const operators = ['is', 'not', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'empty', 'row'] as const;
export type Operator = (typeof operators)[number];

type AnswerCondition = {
  readonly id: string;
  readonly operator: Operator;
  readonly value: string;
  readonly row?: string;
};

/** The answers that a form can be filtered by. */
type FilterableAnswers = {
  readonly fields: readonly Pick<Field, 'id' | 'type'>[];
  /** IDs with answers that are not fields of the form now. */
  readonly others: readonly string[];
  /** IDs of the fields whose answers are sealed and cannot be searched. */
  readonly sealed: ReadonlySet<string>;
};

/** Reads a condition from its name in a query, within `answers[…]`. */
function readCondition(name: string, value: string): AnswerCondition | { id: string; unknown: string } {
  const [id = '', operator = 'is', ...rest] = name.split('][');
  const known = operators.find(each => each === operator);
  if (known === 'row' && rest.length > 0) return { id, operator: known, value, row: rest.join('][') };
  return known && known !== 'row' && rest.length === 0
    ? { id, operator: known, value }
    : { id, unknown: [operator, ...rest].join('][') };
}

const conditionsOf = (filter: AnswerFilter): AnswerCondition[] =>
  Object.entries(filter).flatMap(([name, value]) => {
    const condition = readCondition(name, value);
    return 'operator' in condition ? [condition] : [];
  });

/** Returns why some of these answers cannot be searched. */
export function faultsOfAnswerFilter(filter: AnswerFilter, { fields, others, sealed }: FilterableAnswers): Fault[] {
  const answered = fields.filter(isAnswered);
  const known = [...answered.map(({ id }) => id), ...others];
  return Object.entries(filter).flatMap(([name, value]) => {
    const fault = (rule: string, message: string) => [{ field: `answers[${name}]`, rule, message }];
    const condition = readCondition(name, value);
    const { id } = condition;
    if (sealed.has(id)) return fault('sealed', 'is encrypted by its policy, so its answers can’t be searched');
    if (!known.includes(id)) return fault('unknown', whyUnknown(id, known));
    if (!('operator' in condition)) {
      return fault('operator', whyNoOperator(condition.unknown));
    }
    const why = whyUnfit(condition, fields.find(field => field.id === id)?.type);
    return why ? fault('type', why) : [];
  });
}

const whyNoOperator = (name: string): string =>
  name === 'row'
    ? 'needs the name of a row of the matrix: answers[field][row][name]'
    : `"${name}" is not an operator; use one of ${operators.slice(1).join(', ')}`;

const comparisons: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];

function whyUnfit({ operator, value }: AnswerCondition, type: FieldType | undefined): string | undefined {
  if (operator === 'empty') return ['true', 'false'].includes(value) ? undefined : 'must be true or false';
  const shape = type && fieldTypes[type].shape;
  if (operator === 'row' || shape === 'record') return whyNoMatrix(operator, shape);
  if (!comparisons.includes(operator)) return undefined;
  return shape === 'number' && !isNumber(value) ? 'must be a number' : undefined;
}

function whyNoMatrix(operator: Operator, shape: string | undefined): string | undefined {
  const isMatrix = shape === undefined || shape === 'record';
  if (operator === 'row') return isMatrix ? undefined : 'is not a matrix: it has no rows';
  if (operator === 'contains') return undefined;
  return 'is a matrix: its answers are not one value; use [row][name of the row], or contains';
}

function whyUnknown(id: string, known: readonly string[]): string {
  const closest = closestName(id, known);
  return `is not a field of this form${closest === undefined ? '' : `; did you mean "${closest}"?`}`;
}

/** Whether these answers meet all conditions. Numbers are compared as numbers. */
export function hasAnswers(answers: Readonly<Record<string, unknown>>, filter: AnswerFilter): boolean {
  return conditionsOf(filter).every(condition =>
    holds(condition, Object.hasOwn(answers, condition.id) ? answers[condition.id] : undefined),
  );
}

function holds({ operator, value, row = '' }: AnswerCondition, answer: unknown): boolean {
  if (operator === 'empty') return (answer === undefined) === (value === 'true');
  if (operator === 'not') return answer !== undefined && !parts(answer).some(part => isEqual(part, value));
  if (answer === undefined) return false;
  if (operator === 'contains') return containsText(answer, value);
  if (operator === 'row') return cellOf(answer, row) === value;
  const wanted = operator === 'in' ? value.split(',').map(each => each.trim()) : [value];
  if (operator === 'is' || operator === 'in') {
    return parts(answer).some(part => wanted.some(each => isEqual(part, each)));
  }
  return parts(answer).some(part => compares[operator](compared(part, value)));
}

const cellOf = (answer: unknown, row: string): unknown =>
  typeof answer === 'object' && answer !== null && Object.hasOwn(answer, row)
    ? (answer as Record<string, unknown>)[row]
    : undefined;

const parts = (answer: unknown): unknown[] => [answer].flat();

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

function isEqual(answer: unknown, value: string): boolean {
  if (typeof answer === 'number') return value.trim() !== '' && answer === Number(value);
  return (typeof answer === 'string' || typeof answer === 'boolean') && String(answer) === value;
}

/**
 * Returns a number below 0 when the answer is less than the value, above 0 when it is more. Days and times sort as
 * text.
 */
function compared(answer: unknown, value: string): number {
  if (typeof answer === 'number') return isNumber(value) ? answer - Number(value) : Number.NaN;
  if (typeof answer !== 'string') return Number.NaN;
  return answer === value ? 0 : answer < value ? -1 : 1;
}

const compares: Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', (difference: number) => boolean>> = {
  gt: difference => difference > 0,
  gte: difference => difference >= 0,
  lt: difference => difference < 0,
  lte: difference => difference <= 0,
};

/** Whether an answer, or a part of it, contains a text in any case. */
export function containsText(answer: unknown, text: string): boolean {
  const wanted = text.toLocaleLowerCase();
  if (typeof answer === 'object' && answer !== null) {
    return Object.values(answer).some(part => containsText(part, text));
  }
  return String(answer).toLocaleLowerCase().includes(wanted);
}
