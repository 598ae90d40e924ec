import type { ImageChange } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { kindsOf } from '../../shared/domain/summaries/answer-kinds.ts';
import { importedResponseId } from '../../shared/ids.ts';
import { itemOf } from '../../shared/store/responses/responses.ts';
import type { Item } from '../../shared/store/table.ts';
import { eightAnswers } from '../eight-field-form.ts';
import { responseOf } from '../fill.ts';
import type { FilledForm } from './state.ts';

/** Each person has submitted three responses, a third of the span apart. */
export const responsesEach = 3;

const personOf = (index: number, count: number): number => index % Math.ceil(count / responsesEach);

export const emailOf = (person: number): string => `ada.lovelace.${person}@example.com`;

const topics = ['Sales', 'Support', 'Partnership'];

/**
 * Returns the item of a response, as the store creates it. It depends on its index alone, so a repeated write replaces
 * the item with itself.
 */
export function storedResponse({ form: stored, span, count }: FilledForm, index: number): Item {
  const time = Math.floor(span[0] + ((span[1] - span[0]) * index) / count);
  const answers = {
    ...eightAnswers,
    email: emailOf(personOf(index, count)),
    employees: 1 + (index % 500),
    topic: topics[index % topics.length] ?? '',
  };
  const status = index % 10 === 9 ? 'partial' : 'completed';
  const id = importedResponseId(stored.form.id, time, String(index));
  const response = { ...responseOf(stored.form, id), answers, status } as const;
  return itemOf(response, stored.environmentId, { kinds: kindsOf(stored, answers) });
}

/** Returns the change by which the stream would tell of the item. */
export function creation({ pk, sk, ...after }: Item, index: number): ImageChange {
  return { key: { pk, sk }, sequence: String(index + 1), after };
}
