import type { FromSchema } from 'json-schema-to-ts';
import type { response } from '../../contracts/responses/responses.ts';
import type { Fault } from '../../fault.ts';
import { answerOf } from '../fields/answer-types.ts';
import type { Field } from '../fields/field.ts';
import { type Answers, checkAnswers, nothingAnswered, sortAnswers } from './answers.ts';
import { isSameAnswer } from './same-answers.ts';

type RecordedResponse = FromSchema<typeof response>;
export type Handling = RecordedResponse['handling'];
export type Response = Omit<RecordedResponse, 'answers' | 'handling'> & {
  answers: Answers;
  /** Open without it, as in new responses. */
  handling?: Handling;
};
export type ResponseStatus = Response['status'];
export type Note = Response['notes'][number];
export type SubmissionBody = Readonly<Record<string, unknown>>;

/** Answers after some were added. `leftOut` has the faults of those that were not. */
export type AddedAnswers = { answers: Answers; leftOut: Fault[] };

/**
 * Returns the answers of a response after a submission. Sent answers replace earlier ones, field by field, and the
 * rules check the result. Answers to former fields are kept unchanged.
 */
export function addAnswers(
  fields: readonly Field[],
  before: Answers,
  sent: SubmissionBody,
): AddedAnswers | { faults: Fault[] } {
  const { kept, retired } = parted(fields, before);
  const checked = checkAnswers(fields, { ...kept, ...sent }, { partial: false });
  return 'faults' in checked ? checked : withinSize({ ...retired, ...checked.answers });
}

/**
 * Adds a partial submission, which is not lost because some answers break a rule: the others are added, and earlier
 * answers stay in place of those. Only a submission that would change nothing is refused for its faults.
 */
export function addGoodAnswers(
  fields: readonly Field[],
  before: Answers,
  sent: SubmissionBody,
): AddedAnswers | { faults: Fault[] } {
  const { kept, retired } = parted(fields, before);
  const { answers: good, faults } = sortAnswers(fields, sent, { partial: true });
  const emptied = fields.filter(
    field => Object.hasOwn(sent, field.id) && answerOf(field, sent[field.id]) === undefined,
  );
  const cleared = emptied.map(({ id }) => id).filter(id => Object.hasOwn(kept, id));
  if (faults.length > 0 && Object.keys(good).length + cleared.length === 0) return { faults };
  const merged = { ...kept, ...good };
  const answered = fields.filter(({ id }) => Object.hasOwn(merged, id) && !cleared.includes(id));
  if (answered.length === 0) return { faults: [...faults, nothingAnswered] };
  const inOrder = Object.fromEntries(answered.map(({ id }) => [id, merged[id] as Answers[string]]));
  return withinSize({ ...retired, ...inOrder }, faults);
}

/** Separates answers to current and to former fields. */
function parted(fields: readonly Field[], answers: Answers): { kept: Answers; retired: Answers } {
  const current = new Set(fields.map(field => field.id));
  const entries = Object.entries(answers);
  return {
    kept: Object.fromEntries(entries.filter(([id]) => current.has(id))),
    retired: Object.fromEntries(entries.filter(([id]) => !current.has(id))),
  };
}

/** Corrects answers. Changed ones are checked, each by its rules. The others stay, whatever today's rules are. */
export function correctAnswers(
  fields: readonly Field[],
  before: Answers,
  sent: SubmissionBody,
  status: ResponseStatus,
): { answers: Answers } | { faults: Fault[] } {
  const changes = Object.fromEntries(Object.entries(sent).filter(([id, answer]) => !isSameAnswer(answer, before[id])));
  const named = fields.filter(({ id }) => Object.hasOwn(changes, id));
  const checked = checkAnswers(named, changes, { partial: status !== 'completed' });
  // Unlike a partial submission, a correction may remove the last answer.
  const faults = 'faults' in checked ? checked.faults.filter(({ rule }) => rule !== 'minAnswers') : [];
  if (faults.length > 0) return { faults };
  const others = Object.entries(before).filter(([id]) => !Object.hasOwn(changes, id));
  return withinSize({ ...Object.fromEntries(others), ...('answers' in checked && checked.answers) });
}

/** The maximum size of one submission. With its notes, a response must fit in an item of 400 KB. */
const answersBytesMax = 131_072;

export function withinSize(answers: Answers, leftOut: Fault[] = []): AddedAnswers | { faults: Fault[] } {
  if (Buffer.byteLength(JSON.stringify(answers)) <= answersBytesMax) return { answers, leftOut };
  const message = `All answers of a response together may take at most ${answersBytesMax} bytes; shorten the longest`;
  return { faults: [{ field: '', rule: 'maxBytes', message }] };
}

/** Whether a submission adds nothing to the completed response of its session. */
export function isRepeat(completed: Response, answers: Answers, { partial }: { partial: boolean }): boolean {
  const sent = Object.entries(answers);
  const same = sent.every(([id, answer]) => isSameAnswer(completed.answers[id], answer));
  return same && (partial || sent.length === Object.keys(completed.answers).length);
}
