import type { Facts, Visit } from './facts.ts';
import type { Reported } from './visit-items.ts';

/** What becomes true of a visit by what its visitor does. */

export function newVisit(facts: Facts, form: string): Visit {
  const visit: Visit = { form, reachedBy: new Map(), answered: new Set(), completed: false, leftResponse: false };
  facts.visits.push(visit);
  return visit;
}

export function reported(facts: Facts, visit: Visit, at: number, { type, fieldId, rule = '' }: Reported): void {
  const { form } = visit;
  if (type === 'view') facts.views.push({ form, at });
  if (type === 'error' && fieldId) facts.errors.push({ form, at, field: fieldId, rule, times: 1 });
  if (type === 'abandon') {
    visit.abandonedAt = at;
    visit.last = fieldId ?? visit.last;
  }
  if (type !== 'focus' || !fieldId) return;
  visit.startedAt ??= at;
  visit.abandonedAt = undefined;
  visit.last = fieldId;
  if (!visit.reachedBy.has(fieldId)) visit.reachedBy.set(fieldId, 'focus');
}

export function saved(visit: Visit, at: number, answers: readonly string[], completes: boolean): void {
  visit.startedAt ??= at;
  visit.abandonedAt = undefined;
  visit.leftResponse = true;
  visit.completed ||= completes;
  for (const field of answers) {
    if (!visit.answered.has(field)) visit.last = field;
    if (!visit.reachedBy.has(field)) visit.reachedBy.set(field, 'answer');
    visit.answered.add(field);
  }
}
