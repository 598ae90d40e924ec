import type { Fault } from '../../fault.ts';
import { answerOf } from '../fields/answer-types.ts';
import type { Form } from '../forms/form.ts';
import type { Answers } from './answers.ts';
import { type Body, isRepeat, type Response } from './response.ts';
import { isSameAnswer } from './same-answers.ts';
import { type AddOptions, addSent } from './sent-answers.ts';
import { withoutProofs } from './spam.ts';

/** A visit with its latest response, which is undefined when that was deleted since. */
type AnsweredVisit = { read: { response: Response } | undefined };

/** One whose response takes further saves. */
type Open<V extends AnsweredVisit> = V & { read: NonNullable<V['read']> };

/** What is to be done with a submission. `leftOut`: the faults of answers that a partial one goes without. */
export type SubmissionDecision<V extends AnsweredVisit> =
  | { act: 'repeat'; response: Response; leftOut: readonly Fault[] }
  | { act: 'save'; visit: Open<V>; answers: Answers; leftOut: readonly Fault[] }
  | { act: 'create'; answers: Answers; leftOut: readonly Fault[] }
  | { act: 'refuse'; faults: readonly Fault[] };

export const isOpen = <V extends AnsweredVisit>(visit: V | undefined): visit is Open<V> =>
  visit?.read !== undefined && visit.read.response.status !== 'completed';

/** @param visit that of the submission's session, once it has a response */
export function decideSubmission<V extends AnsweredVisit>(
  form: Form,
  visit: V | undefined,
  body: Body,
  options: AddOptions,
): SubmissionDecision<V> {
  const open = isOpen(visit) ? visit : undefined;
  const before = open?.read.response.answers ?? {};
  const checked = addSent(form, before, withoutProofs(form, body), options);
  if ('faults' in checked) return { act: 'refuse', ...checked };
  const { answers, leftOut } = checked;
  if (open) return { act: 'save', visit: open, answers, leftOut };
  const completed = visit?.read?.response;
  if (completed && isRepeat(completed, answers, options)) return { act: 'repeat', response: completed, leftOut };
  return { act: 'create', answers, leftOut };
}

/** The faults of the answers that a partial submission went without, told of the response that it came to. */
export function faultsOfPartial(form: Form, { answers }: Response, body: Body, options: AddOptions): readonly Fault[] {
  const checked = addSent(form, answers, withoutProofs(form, body), { ...options, partial: true });
  return 'faults' in checked ? checked.faults : checked.leftOut;
}

/**
 * What a browser is shown of its submission: that it arrived, and the answers that it brought. Whoever knows the key of a
 * page and the session of a visit learns nothing of what others of that visit have sent.
 */
export function receiptOf({ fields }: Pick<Form, 'fields'>, response: Response, sent: Body) {
  const { id, formId, formVersion, status, submittedAt, updatedAt } = response;
  const byId = new Map(fields.map(field => [field.id, field]));
  const brought = Object.entries(response.answers).filter(([id, answer]) => {
    const field = byId.get(id);
    return Object.hasOwn(sent, id) && isSameAnswer(field ? answerOf(field, sent[id]) : sent[id], answer);
  });
  return { id, formId, formVersion, status, submittedAt, updatedAt, answers: Object.fromEntries(brought) };
}

/** A response after a save: its answers, and the form's version that they were checked by. */
export function savedResponse(
  before: Response,
  { version }: Form,
  answers: Answers,
  options: { partial: boolean; now: number },
): Response {
  const { partial, now } = options;
  const durationMs = now - Date.parse(before.submittedAt);
  return {
    ...before,
    status: partial ? 'partial' : 'completed',
    answers,
    meta: { ...before.meta, ...(!partial && { durationMs }) },
    formVersion: version,
    updatedAt: new Date(now).toISOString(),
  };
}
