import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../fault.ts';
import type { Form } from '../forms/form.ts';
import type { Answers } from './answers.ts';
import { withConsents } from './consents.ts';
import { addNotes } from './notes.ts';
import type { Note, Response, SubmissionBody } from './response.ts';
import { correctSent } from './sent-answers.ts';
import { submissionTime } from './submission.ts';

/** The content of a member's correction: answers, new notes, and the new status, handling and assignee. */
export type Correction = Pick<Response, 'status' | 'handling' | 'assigneeId'> & {
  answers: SubmissionBody;
  notes: Parameters<typeof addNotes>[1];
};

type CorrectionOptions = {
  authorId: string;
  /** ISO 8601 */
  now: string;
  /** Whether it was completed before, whatever its status is. */
  wasCompleted: boolean | undefined;
};

/** Returns a response after a correction, or the faults of its answers and its notes. */
export function correctedResponse(
  form: Form,
  before: Response,
  { status, handling, assigneeId, answers: sent, notes }: Correction,
  { authorId, now, wasCompleted }: CorrectionOptions,
): { response: Response } | { faults: Fault[] } {
  const corrected = correctSent(form, before.answers, sent, status);
  const noted = addNotes(before.notes, notes, { authorId, createdAt: now });
  if ('faults' in corrected || 'faults' in noted) {
    return { faults: [...faultsOf(corrected).map(inAnswers), ...faultsOf(noted)] };
  }
  const submittedAt = submissionTime(before, { status, now }, wasCompleted);
  const { answers } = corrected;
  const { assigneeId: _, ...kept } = before;
  const handled = { handling, ...(assigneeId !== undefined && { assigneeId }) };
  const response = { ...kept, status, ...handled, answers, notes: noted.notes, submittedAt, updatedAt: now };
  return { response: withConsents(form, response, sent, now) };
}

type CorrectionResult = { answers: Answers } | { notes: Note[] } | { faults: Fault[] };

const faultsOf = (checked: CorrectionResult): Fault[] => ('faults' in checked ? checked.faults : []);

/** Returns the fault of an answer, in a body that has the answers as a property. */
export const inAnswers = (fault: Fault): Fault => ({
  ...fault,
  field: ['answers', fault.field].filter(Boolean).join('.'),
});

/** Returns the sent answers that differ from those that were shown. What is sent back as shown changes nothing. */
export const changedAnswers = ({ answers }: Pick<Response, 'answers'>, sent: SubmissionBody): SubmissionBody =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([id, answer]) => !(Object.hasOwn(answers, id) && isDeepStrictEqual(answer, answers[id])),
    ),
  );
