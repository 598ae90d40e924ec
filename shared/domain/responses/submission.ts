import type { Fault } from '../../fault.ts';
import type { Form } from '../forms/form.ts';
import type { Answers } from './answers.ts';
import { addAnswers, type Body, isRepeat, type Response } from './response.ts';
import { withoutHoneypot } from './spam.ts';

/** A visit with its latest response, which is undefined when that was deleted since. */
type AnsweredVisit = { read: { response: Response } | undefined };

/** One whose response takes further saves. */
type Open<V extends AnsweredVisit> = V & { read: NonNullable<V['read']> };

/** What is to be done with a submission. */
export type SubmissionDecision<V extends AnsweredVisit> =
  | { act: 'repeat'; response: Response }
  | { act: 'save'; visit: Open<V>; answers: Answers }
  | { act: 'create'; answers: Answers }
  | { act: 'refuse'; faults: readonly Fault[] };

export const isOpen = <V extends AnsweredVisit>(visit: V | undefined): visit is Open<V> =>
  visit?.read !== undefined && visit.read.response.status !== 'completed';

/** @param visit that of the submission's session, once it has a response */
export function decideSubmission<V extends AnsweredVisit>(
  form: Form,
  visit: V | undefined,
  body: Body,
  options: { partial: boolean },
): SubmissionDecision<V> {
  const open = isOpen(visit) ? visit : undefined;
  const checked = addAnswers(form.fields, open?.read.response.answers ?? {}, withoutHoneypot(form, body), options);
  if ('faults' in checked) return { act: 'refuse', ...checked };
  const { answers } = checked;
  if (open) return { act: 'save', visit: open, answers };
  const completed = visit?.read?.response;
  if (completed && isRepeat(completed, answers, options)) return { act: 'repeat', response: completed };
  return { act: 'create', answers };
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
