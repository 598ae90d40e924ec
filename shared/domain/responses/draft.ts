import { type FormWithHistory, policedFields } from './policed-fields.ts';
import { isSealed, type StoredAnswers } from './stored-answers.ts';

/** Returns the answers of a draft. Those to fields with a policy are only named. */
export function draftShown(form: FormWithHistory, stored: StoredAnswers) {
  const policed = policedFields(form);
  const all = Object.entries(stored);
  const isWithheld = ([id, answer]: readonly [string, unknown]) => isSealed(answer) || policed.has(id);
  const answers = Object.fromEntries(all.filter(answer => !isWithheld(answer)));
  return { answers, withheld: all.filter(isWithheld).map(([id]) => id) };
}
