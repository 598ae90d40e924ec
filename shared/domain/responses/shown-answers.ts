import type { Fault } from '../../fault.ts';
import { answerOf } from '../fields/answer-types.ts';
import type { Field } from '../fields/field.ts';
import { isAsked } from '../fields/field-types.ts';
import { evaluate, isAnswered } from '../forms/logic/evaluate.ts';
import { type Answers, nothingAnswered } from './answers.ts';
import {
  type AddedAnswers,
  addAnswers,
  addGoodAnswers,
  correctAnswers,
  type ResponseStatus,
  type SubmissionBody,
} from './response.ts';

type Faults = { faults: Fault[] };

/**
 * `fromPage`: answers to hidden or unknown fields are left out, because a page may not know better; otherwise they are
 * faults.
 */
export type AddOptions = { partial: boolean; fromPage: boolean };

/**
 * Returns the answers of a response after a submission, as far as the form's conditions show their fields, with the
 * results of calculated fields. Anything sent for those is ignored.
 */
export function addShownAnswers(
  fields: readonly Field[],
  before: Answers,
  sent: SubmissionBody,
  { partial, fromPage }: AddOptions,
): AddedAnswers | Faults {
  const [given, brought] = [withoutCalculated(fields, before), withoutCalculated(fields, sent)];
  const hides = { fields, before: given, sent: brought, fromPage };
  return partial ? addGoodOnes(hides) : addAll(hides);
}

type Addition = { fields: readonly Field[]; before: Answers; sent: SubmissionBody; fromPage: boolean };

function addAll({ fields, before, sent, fromPage }: Addition): AddedAnswers | Faults {
  const { visible, required } = evaluate(fields, normalized(fields, { ...before, ...sent }));
  const isHidden = hiddenBy(fields, visible);
  const asked = fields
    .filter(({ id, type }) => visible.has(id) && type !== calculated)
    .map(field => (required.has(field.id) === (field.required ?? false) ? field : { ...field, required: true }));
  const added = addAnswers(asked, without(before, isHidden), without(sent, isHidden));
  const refused = fromPage ? [] : faultsOfHidden(sent, isHidden);
  if ('faults' in added) return { faults: [...added.faults, ...refused] };
  if (refused.length > 0) return { faults: refused };
  return { ...added, answers: withResults(fields, added.answers) };
}

/** Valid answers decide what is shown. Invalid ones, and those to hidden fields, are left out. */
function addGoodOnes({ fields, before, sent, fromPage }: Addition): AddedAnswers | Faults {
  const asked = fields.filter(({ type }) => type !== calculated);
  const added = addGoodAnswers(asked, before, sent);
  const merged = 'faults' in added ? before : added.answers;
  const isHidden = hiddenBy(fields, evaluate(fields, merged).visible);
  const wrong = ('faults' in added ? added.faults : added.leftOut).filter(({ field }) => !isHidden(field));
  const leftOut = fromPage ? wrong : [...wrong, ...faultsOfHidden(sent, isHidden)];
  if ('faults' in added && leftOut.length > 0) return { faults: leftOut };
  const answers = without(merged, isHidden);
  if (!fields.some(({ id }) => Object.hasOwn(answers, id))) return { faults: [...leftOut, nothingAnswered] };
  return { answers: withResults(fields, answers), leftOut };
}

/**
 * Corrects answers, each by its rules. Answers that the correction hides are removed, and fields that it makes required
 * must be answered. Fields that today's conditions would hide or require anyway stay as they are.
 */
export function correctShownAnswers(
  fields: readonly Field[],
  before: Answers,
  sent: SubmissionBody,
  status: ResponseStatus,
): { answers: Answers } | Faults {
  const brought = withoutCalculated(fields, sent);
  const changed = without(brought, id => isSame(brought[id], before[id]));
  if (Object.keys(changed).length === 0) return { answers: before };
  const was = evaluate(fields, before);
  const is = evaluate(fields, normalized(fields, { ...before, ...changed }));
  const isHidden = hiddenBy(fields, is.visible);
  const refused = faultsOfHidden(changed, isHidden);
  const corrected = correctAnswers(fields, before, without(changed, isHidden), status);
  if ('faults' in corrected) return { faults: [...corrected.faults, ...refused] };
  const answers = without(corrected.answers, id => isHidden(id) && was.visible.has(id));
  const missing = [...is.required].filter(id => !was.required.has(id) && !isAnswered(answers[id]));
  const faults = [...refused, ...(status === 'completed' ? missing.map(required) : [])];
  return faults.length > 0 ? { faults } : { answers: withResults(fields, answers) };
}

/** Returns the dropped answers of a submission, to fields that its own answers hide. */
export const droppedAnswers = (fields: readonly Field[], answers: Answers, sent: SubmissionBody): Fault[] =>
  faultsOfHidden(withoutCalculated(fields, sent), hiddenBy(fields, evaluate(fields, answers).visible));

/**
 * Returns the fields that a person has answered. Leaves out fields that a page or the service fills in, and fields that
 * the form does not have.
 */
export function answeredByPeople(fields: readonly Field[], answers: SubmissionBody): string[] {
  const asked = new Set(fields.filter(({ type }) => isAsked(type)).map(({ id }) => id));
  return Object.keys(answers).filter(id => asked.has(id));
}

/** Returns answers as they will be stored. */
const normalized = (fields: readonly Field[], answers: SubmissionBody): SubmissionBody =>
  Object.fromEntries(
    fields.flatMap(field =>
      Object.hasOwn(answers, field.id) ? [[field.id, answerOf(field, answers[field.id])] as const] : [],
    ),
  );

const calculated: string = 'calculated';

type IsHidden = (id: string) => boolean;

/** Returns a function that tells whether a field is hidden. A name that is not a field is not. */
function hiddenBy(fields: readonly Field[], visible: ReadonlySet<string>): IsHidden {
  const hidden = new Set(fields.map(({ id }) => id).filter(id => !visible.has(id)));
  return id => hidden.has(id);
}

const without = <T extends SubmissionBody>(answers: T, isOut: IsHidden): T =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => !isOut(id))) as T;

function withoutCalculated<T extends SubmissionBody>(fields: readonly Field[], answers: T): T {
  const ids = new Set(fields.filter(({ type }) => type === calculated).map(({ id }) => id));
  return ids.size === 0 ? answers : without(answers, id => ids.has(id));
}

/** Returns answers with the results of calculated fields, in the order of the form. */
function withResults(fields: readonly Field[], answers: Answers): Answers {
  const given = withoutCalculated(fields, answers);
  const results = evaluate(fields, given).calculated;
  if (results.size === 0) return given;
  const all = { ...given, ...Object.fromEntries(results) };
  const inOrder = fields.flatMap(({ id }) => (Object.hasOwn(all, id) ? [[id, all[id]] as const] : []));
  return { ...without(all, id => fields.some(field => field.id === id)), ...Object.fromEntries(inOrder) } as Answers;
}

const faultsOfHidden = (sent: SubmissionBody, isHidden: IsHidden): Fault[] =>
  Object.keys(sent)
    .filter(id => isHidden(id) && isAnswered(sent[id]))
    .map(field => ({
      field,
      rule: 'hidden',
      message: 'The other answers hide this field; remove its answer',
    }));

const required = (field: string): Fault => ({
  field,
  rule: 'required',
  message: 'An answer is required: the other answers show this field now',
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
