import type { Fault } from '../../fault.ts';
import { answerOf } from '../fields/answer-types.ts';
import type { Form } from '../forms/form.ts';
import { withoutProofs } from '../spam/spam-signals.ts';
import type { Answers } from './answers.ts';
import { outdatedConsents } from './consents.ts';
import { isRepeat, type Response, type SubmissionBody } from './response.ts';
import { isSameAnswer } from './same-answers.ts';
import { type AddOptions, addSent } from './sent-answers.ts';

/** A visit with its latest response, which is undefined if that was deleted since. */
type AnsweredVisit = { read: { response: Response } | undefined };

/** A visit whose response accepts further saves. */
type ReadableVisit<V extends AnsweredVisit> = V & { read: NonNullable<V['read']> };

/** The decision on a submission. `leftOut` has the faults of answers that a partial one is stored without. */
export type SubmissionDecision<V extends AnsweredVisit> =
  | { act: 'repeat'; response: Response; leftOut: readonly Fault[] }
  | { act: 'save'; visit: ReadableVisit<V>; answers: Answers; leftOut: readonly Fault[] }
  | { act: 'create'; answers: Answers; leftOut: readonly Fault[] }
  | { act: 'refuse'; faults: readonly Fault[] };

export const isOpen = <V extends AnsweredVisit>(visit: V | undefined): visit is ReadableVisit<V> =>
  visit?.read !== undefined && visit.read.response.status !== 'completed';

type SubmissionOptions = AddOptions & { readonly unsaved?: ReadonlySet<string> };

/** The rule that an answer breaks which only a complete submission may have. */
export const unsavedRule = 'unsaved';

/** Returns the faults of answers that a partial save must not have. */
const unsavedFaults = (body: SubmissionBody, unsaved: ReadonlySet<string> | undefined): readonly Fault[] =>
  Object.keys(body).flatMap(field => (unsaved?.has(field) ? [{ field, rule: unsavedRule, message: unsavedText }] : []));

const unsavedText =
  'is personal or sealed, so it is not saved before the form is sent; send it with the last submission';

/**
 * @param visit the visit of the submission's session, once it has a response
 */
export function decideSubmission<V extends AnsweredVisit>(
  form: Form,
  visit: V | undefined,
  body: SubmissionBody,
  options: SubmissionOptions,
): SubmissionDecision<V> {
  const open = isOpen(visit) ? visit : undefined;
  const before = open?.read.response.answers ?? {};
  const early = [...outdatedConsents(form, body), ...unsavedFaults(body, options.unsaved)];
  if (early.length > 0 && !options.partial) return { act: 'refuse', faults: early };
  const checked = addSent(form, before, without(early, withoutProofs(form, body)), options);
  if ('faults' in checked) return { act: 'refuse', faults: [...early, ...checked.faults] };
  const { answers } = checked;
  const leftOut = [...early, ...checked.leftOut];
  if (open) return { act: 'save', visit: open, answers, leftOut };
  const completed = visit?.read?.response;
  if (completed && isRepeat(completed, answers, options)) return { act: 'repeat', response: completed, leftOut };
  return { act: 'create', answers, leftOut };
}

const without = (faults: readonly Fault[], body: SubmissionBody): SubmissionBody => {
  const names = new Set(faults.map(({ field }) => field));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
};

/** Returns the faults of the answers that a partial submission was stored without, by its response. */
export function faultsOfPartial(
  form: Form,
  { answers }: Response,
  body: SubmissionBody,
  options: SubmissionOptions,
): readonly Fault[] {
  const unsaved = unsavedFaults(body, options.unsaved);
  const checked = addSent(form, answers, without(unsaved, withoutProofs(form, body)), { ...options, partial: true });
  return [...unsaved, ...('faults' in checked ? checked.faults : checked.leftOut)];
}

/**
 * Returns what a browser may see of its submission: that it arrived, and its answers. A holder of a page's key and a
 * visit's session learns nothing of what others of that visit have sent.
 */
export function receiptOf({ fields }: Pick<Form, 'fields'>, response: Response, sent: SubmissionBody) {
  const { id, formId, formVersion, status, startedAt, submittedAt, updatedAt } = response;
  const byId = new Map(fields.map(field => [field.id, field]));
  const brought = Object.entries(response.answers).filter(([id, answer]) => {
    const field = byId.get(id);
    return Object.hasOwn(sent, id) && isSameAnswer(field ? answerOf(field, sent[id]) : sent[id], answer);
  });
  const times = { startedAt, submittedAt, updatedAt };
  return { id, formId, formVersion, status, ...times, answers: Object.fromEntries(brought) };
}

type SubmissionState = Pick<Response, 'status' | 'submittedAt'>;

/**
 * Returns the submission time of a response after a change: its first completion, or its first save until then. Clocks
 * differ, so it never goes back.
 *
 * @param now ISO 8601
 * @param wasCompleted whether it was completed before, whatever its status is
 */
export function submissionTime(
  before: SubmissionState,
  { status, now }: { status: Response['status']; now: string },
  wasCompleted = false,
): string {
  const completes = status === 'completed' && before.status !== 'completed' && !wasCompleted;
  return completes && now > before.submittedAt ? now : before.submittedAt;
}

/** Returns a response after a save: its answers, and the form's version that they were checked by. */
export function savedResponse(
  before: Response,
  { version }: Form,
  answers: Answers,
  options: { partial: boolean; now: number; wasCompleted?: boolean },
): Response {
  const { partial, now, wasCompleted } = options;
  const durationMs = now - Date.parse(before.submittedAt);
  const status = partial ? 'partial' : 'completed';
  const updatedAt = new Date(now).toISOString();
  return {
    ...before,
    status,
    answers,
    meta: { ...before.meta, ...(!partial && { durationMs }) },
    formVersion: version,
    submittedAt: submissionTime(before, { status, now: updatedAt }, wasCompleted),
    updatedAt,
  };
}
