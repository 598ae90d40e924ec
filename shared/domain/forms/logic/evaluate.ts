import type { Comparison, Condition, Formula, Operator } from './condition.ts';

// Pages bundle this file: it has no runtime imports, and each byte counts.

/** The part of a field that decides whether it is shown. Its logic was checked when the form was saved. */
export type LogicField = {
  readonly id: string;
  readonly type: string;
  readonly required?: boolean;
  readonly visibleIf?: object;
  readonly requiredIf?: object;
  readonly compute?: object;
};

export type Evaluation = {
  /** The IDs of the visible fields. */
  readonly visible: ReadonlySet<string>;
  /** The visible fields that need an answer. */
  readonly required: ReadonlySet<string>;
  /** The results of the visible calculated fields that have one. */
  readonly calculated: ReadonlyMap<string, number>;
};

type AnswerMap = ReadonlyMap<string, unknown>;

/**
 * Returns which fields of a form are visible and required, given its answers, and the results of the calculated ones.
 * It is one pass in the order of the form: a hidden field has no answer for those after it. A hidden page hides all its
 * fields. Answers of a wrong type meet no condition, and nothing throws.
 */
export function evaluate(fields: readonly LogicField[], sent: Readonly<Record<string, unknown>>): Evaluation {
  const found: EvaluationState = { answers: new Map(), visible: new Set(), required: new Set(), calculated: new Map() };
  let isPageShown = true;
  for (const field of fields) {
    const isMet = !field.visibleIf || holds(field.visibleIf as Condition, found.answers);
    if (field.type === 'page') isPageShown = isMet;
    if (isMet && isPageShown) include(field, sent, found);
  }
  return found;
}

type EvaluationState = {
  answers: Map<string, unknown>;
  visible: Set<string>;
  required: Set<string>;
  calculated: Map<string, number>;
};

function include(
  { id, type, required, requiredIf, compute }: LogicField,
  sent: Readonly<Record<string, unknown>>,
  found: EvaluationState,
): void {
  const { answers, calculated } = found;
  found.visible.add(id);
  if (required || (requiredIf && holds(requiredIf as Condition, answers))) found.required.add(id);
  // Removes the sign of a zero, which JSON does not preserve.
  const result = compute ? resultOf(compute as Formula, answers) + 0 : Number.NaN;
  if (Number.isFinite(result)) calculated.set(id, result);
  answers.set(id, type === 'calculated' ? calculated.get(id) : own(sent, id));
}

const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Whether there is an answer. An empty text or list is not one, nor is an unticked box. */
export const isAnswered = (answer: unknown): boolean =>
  typeof answer === 'object' ? Object.keys(answer ?? {}).length > 0 : !['', false, undefined].includes(answer as '');

function holds(condition: Condition, answers: AnswerMap): boolean {
  if ('all' in condition) return condition.all.every(each => holds(each, answers));
  if ('any' in condition) return condition.any.some(each => holds(each, answers));
  if ('not' in condition) return !holds(condition.not, answers);
  return tests[condition.op](answers.get(condition.field), condition.value);
}

type Test = (answer: unknown, value: Comparison['value']) => boolean;

const equals: Test = (answer, value) =>
  typeof value === 'boolean' ? (answer === true) === value : value !== undefined && answer === value;
const asText = (test: (answer: string, value: string) => boolean): Test => {
  return (answer, value) => typeof answer === 'string' && test(answer, value as string);
};
const inOrder = (test: (answer: number, value: number) => boolean): Test => {
  return (answer, value) =>
    typeof answer === typeof value && isAnswered(answer) && test(answer as number, value as number);
};
const asList = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

const tests: Readonly<Record<Operator, Test>> = {
  answered: isAnswered,
  empty: answer => !isAnswered(answer),
  eq: equals,
  ne: (answer, value) => !equals(answer, value),
  // Dates and times sort as text.
  lt: inOrder((answer, value) => answer < value),
  lte: inOrder((answer, value) => answer <= value),
  gt: inOrder((answer, value) => answer > value),
  gte: inOrder((answer, value) => answer >= value),
  contains: asText((answer, value) => answer.includes(value)),
  startsWith: asText((answer, value) => answer.startsWith(value)),
  endsWith: asText((answer, value) => answer.endsWith(value)),
  in: (answer, value) => asList(value).includes(answer),
  includesAny: (answer, value) => asList(value).some(each => asList(answer).includes(each)),
  includesAll: (answer, value) => asList(value).every(each => asList(answer).includes(each)),
};

/** Returns the result of a formula, or NaN when there is none: an answer without an `else` is missing. */
function resultOf(formula: Formula, answers: AnswerMap): number {
  if (typeof formula === 'number') return formula;
  if ('if' in formula) return resultOf(holds(formula.if, answers) ? formula.then : formula.else, answers);
  if ('op' in formula) return arithmetic[formula.op](formula.args.map(each => resultOf(each, answers)));
  const answer = answers.get('field' in formula ? formula.field : formula.score);
  if ('score' in formula && isAnswered(answer)) {
    return [answer].flat().reduce<number>((sum, choice) => sum + Number(own(formula.values, String(choice)) ?? 0), 0);
  }
  return typeof answer === 'number' ? answer : (formula.else ?? Number.NaN);
}

const ofPairs = (combine: (one: number, other: number) => number) => (args: number[]) => args.reduce(combine);

const arithmetic = {
  '+': ofPairs((one, other) => one + other),
  '-': ofPairs((one, other) => one - other),
  '*': ofPairs((one, other) => one * other),
  '/': ofPairs((one, other) => one / other),
  min: (args: number[]) => Math.min(...args),
  max: (args: number[]) => Math.max(...args),
  round: ([number = Number.NaN, digits = 0]: number[]) => {
    // Rounds halves away from zero. 1.005 is a little less in binary; the error of its last bit is corrected.
    const shift = 10 ** digits;
    return (Math.sign(number) * Math.round(Math.abs(number) * shift * (1 + Number.EPSILON))) / shift;
  },
};
