import type { Fault } from '../../fault.ts';
import type { Form } from '../forms/form.ts';
import type { Answers } from './answers.ts';
import { droppedExtras, partExtras, withExtras } from './extra-answers.ts';
import { type Added, type Body, withinSize } from './response.ts';
import { type AddOptions, addShownAnswers, droppedAnswers } from './shown-answers.ts';

export type { AddOptions } from './shown-answers.ts';

/** The answers of a response after a submission was added to it, those that the form has no field for among them. */
export function addSent(form: Form, before: Answers, sent: Body, options: AddOptions): Added | { faults: Fault[] } {
  const { asked, extras, faults } = partExtras(form, before, sent);
  const added = addShownAnswers(form.fields, before, asked, options);
  const wrong = [...('faults' in added ? added.faults : added.leftOut), ...faults];
  // A partial submission may have nothing but extra answers.
  const isEnough = options.partial && Object.values(extras).some(text => text !== null);
  const isRefused = 'faults' in added || (faults.length > 0 && !options.partial);
  if (isRefused && !isEnough) return { faults: wrong };
  const answers = withExtras('faults' in added ? before : added.answers, extras);
  return withinSize(
    answers,
    wrong.filter(({ rule }) => rule !== 'minAnswers'),
  );
}

/** What was dropped of the answers that a browser sent: those to hidden fields, and those that the form drops. */
export const droppedOf = (form: Form, answers: Answers, sent: Body): Fault[] => [
  ...droppedAnswers(form.fields, answers, sent),
  ...droppedExtras(form, sent),
];
