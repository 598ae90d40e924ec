import type { Answers, Schema } from '../schema.ts';
import type { Fault } from './refusal.ts';
import type { Visit } from './visit.ts';

/** Returns the IDs of the consent texts that a form shows. */
const idsOf = ({ fields }: Pick<Schema, 'fields'>): string[] => fields.flatMap(({ consentId }) => consentId ?? []);

/** Removes ticks under consent texts that have changed since, or are in another language now. */
export function dropOutdated(visit: Visit, schema: Schema): void {
  for (const { id, consentId } of schema.fields) {
    if (consentId && !visit.consents?.includes(consentId)) delete visit.answers[id];
  }
  visit.consents = idsOf(schema);
}

/** Whether a refusal calls for the form's current texts or places. Notes why, for the visitor. */
export function readsAgain(code: string, visit: Visit, faults: readonly Fault[]): boolean {
  const isOutdated = code === 'consent_changed' || faults.some(({ rule }) => rule === 'full');
  if (isOutdated) visit.notice = faults[0]?.message;
  return isOutdated;
}

/** Returns answers with the consent texts that the visit has shown. */
export const withConsents = <A extends Answers | Record<string, unknown>>(answers: A, { consents = [] }: Visit): A =>
  consents.length > 0 ? { ...answers, _consents: consents } : answers;
