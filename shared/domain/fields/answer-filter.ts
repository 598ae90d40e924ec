import type { Fault } from '../../fault.ts';
import { closestName } from '../closest-name.ts';
import type { Field } from './field.ts';
import { fieldTypes } from './field-types.ts';

/** Answers that are looked for: field id to value, as the query of a list has it. */
export type AnswerFilter = Readonly<Record<string, string>>;

/** What a form's answers can be asked for. */
type Answers = {
  readonly fields: readonly Pick<Field, 'id' | 'type'>[];
  /** Ids of what has answers without being a field of the form now. */
  readonly others: readonly string[];
  /** Ids of the fields whose answers are sealed: nobody can look for them. */
  readonly sealed: ReadonlySet<string>;
};

/** Why some of these answers cannot be looked for. */
export function faultsOfAnswerFilter(filter: AnswerFilter, { fields, others, sealed }: Answers): Fault[] {
  const answered = fields.filter(({ type }) => fieldTypes[type].answeredBy !== 'nobody');
  const known = [...answered.map(({ id }) => id), ...others];
  return Object.keys(filter).flatMap(id => {
    const fault = (rule: string, message: string) => [{ field: `answers[${id}]`, rule, message }];
    if (sealed.has(id)) return fault('sealed', 'is sealed by the policy of the field: nobody can look for its answers');
    if (!known.includes(id)) return fault('unknown', whyUnknown(id, known));
    const isMatrix = fields.some(field => field.id === id && field.type === 'matrix');
    return isMatrix ? fault('type', 'is a matrix: its answers are not one value') : [];
  });
}

function whyUnknown(id: string, known: readonly string[]): string {
  const closest = closestName(id, known);
  return `is not a field of this form${closest === undefined ? '' : `; did you mean "${closest}"?`}`;
}

/** Whether these are among the answers: of several choices, one of them. Numbers are compared as numbers. */
export const hasAnswers = (answers: Readonly<Record<string, unknown>>, filter: AnswerFilter): boolean =>
  Object.entries(filter).every(
    ([id, value]) => Object.hasOwn(answers, id) && [answers[id]].flat().some(answer => isEqual(answer, value)),
  );

function isEqual(answer: unknown, value: string): boolean {
  if (typeof answer === 'number') return value.trim() !== '' && answer === Number(value);
  return (typeof answer === 'string' || typeof answer === 'boolean') && String(answer) === value;
}
