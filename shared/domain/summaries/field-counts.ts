import type { Sums } from '../analytics/counted-spans.ts';
import { type AnswerCount, readAnswerCounter } from './answer-counters.ts';

/** The counts of one field's answers: the values of each count, and the number of answers with them. */
export type FieldCounts = {
  answered: number;
  values: Readonly<Record<Exclude<AnswerCount, 'answered'>, Map<string, number>>>;
};

/** Returns the sums of the counters of answers, by field. */
export function countsByField(sums: Sums): Map<string, FieldCounts> {
  const fields = new Map<string, FieldCounts>();
  for (const [name, by] of sums) {
    const read = by === 0 ? undefined : readAnswerCounter(name);
    if (!read) continue;
    const { count, fieldId, value = '' } = read;
    const counts = fields.get(fieldId) ?? noCounts();
    fields.set(fieldId, counts);
    if (count === 'answered') counts.answered += by;
    else counts.values[count].set(value, (counts.values[count].get(value) ?? 0) + by);
  }
  return fields;
}

export const noCounts = (): FieldCounts => ({
  answered: 0,
  values: { chosen: new Map(), ranks: new Map(), range: new Map(), sum: new Map(), squares: new Map() },
});
