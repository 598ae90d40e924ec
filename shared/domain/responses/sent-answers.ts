import type { Fault } from '../../fault.ts';
import type { Form } from '../forms/form.ts';
import type { Answers } from './answers.ts';
import { droppedExtras, partExtras, withExtras } from './extra-answers.ts';
import { type AddedAnswers, type ResponseStatus, type SubmissionBody, withinSize } from './response.ts';
import { type AddOptions, addShownAnswers, correctShownAnswers, droppedAnswers } from './shown-answers.ts';

export type { AddOptions } from './shown-answers.ts';

/** Returns the answers of a response after a submission, including those that the form has no field for. */
export function addSent(
  form: Form,
  before: Answers,
  sent: SubmissionBody,
  options: AddOptions,
): AddedAnswers | { faults: Fault[] } {
  const { asked, extras, faults } = partExtras(form, before, sent, options.fromPage);
  const added = addShownAnswers(form.fields, before, asked, options);
  const wrong = [...('faults' in added ? added.faults : added.leftOut), ...faults];
  // A partial submission may have only extra answers.
  const isEnough = options.partial && Object.values(extras).some(text => text !== null);
  const isRefused = 'faults' in added || (faults.length > 0 && !options.partial);
  if (isRefused && !isEnough) return { faults: wrong };
  const answers = withExtras('faults' in added ? before : added.answers, extras);
  return withinSize(
    answers,
    wrong.filter(({ rule }) => rule !== 'minAnswers'),
  );
}

/** Corrects answers as `correctShownAnswers` does, and those without a field, if the form keeps them. */
export function correctSent(
  form: Form,
  before: Answers,
  sent: SubmissionBody,
  status: ResponseStatus,
): { answers: Answers } | { faults: Fault[] } {
  const isKeeping = form.extraFields === 'keep';
  const { asked, extras, faults } = partExtras(
    isKeeping ? form : { ...form, extraFields: 'refuse' },
    before,
    sent,
    false,
  );
  const corrected = correctShownAnswers(form.fields, before, asked, status);
  if ('faults' in corrected) return { faults: [...corrected.faults, ...faults] };
  return faults.length > 0 ? { faults } : withinSize(withExtras(corrected.answers, extras));
}

/** Returns the dropped answers of a browser: those to hidden fields, and those that the form drops. */
export const droppedOf = (form: Form, answers: Answers, sent: SubmissionBody): Fault[] => [
  ...droppedAnswers(form.fields, answers, sent),
  ...droppedExtras(form, sent),
];
