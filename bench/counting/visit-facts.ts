import type { Facts, Visit } from './facts.ts';
import type { Reported } from './visit-items.ts';

/** Records the facts about a visit that follow from each action of its visitor. */

/** @param previous the session's last visit, which this one ends */
export function newVisit(facts: Facts, form: string, previous?: Visit): Visit {
  const seen = previous?.seen ?? { starts: 0, views: 0, untold: 0 };
  const visit: Visit = { form, seen, reachedBy: new Map(), answered: new Set(), completed: false, leftResponse: false };
  facts.visits.push(visit);
  return visit;
}

/** Records the events of one request. */
export function reported(facts: Facts, visit: Visit, at: number, events: readonly Reported[]): void {
  for (const event of events) happened(facts, visit, at, event);
  see(facts, visit);
}

function happened(facts: Facts, visit: Visit, at: number, { type, fieldId, rule = '' }: Reported): void {
  const { form } = visit;
  if (type === 'view') {
    facts.views.push({ form, at, times: 1 });
    visit.seen.views += 1;
  }
  if (type === 'error' && fieldId) facts.errors.push({ form, at, field: fieldId, rule, times: 1 });
  if (type === 'abandon') {
    visit.abandonedAt = at;
    visit.last = fieldId ?? visit.last;
  }
  if (type !== 'focus' || !fieldId) return;
  start(visit, at);
  visit.abandonedAt = undefined;
  visit.last = fieldId;
  if (!visit.reachedBy.has(fieldId)) visit.reachedBy.set(fieldId, 'focus');
}

function start(visit: Visit, at: number): void {
  if (visit.startedAt === undefined) visit.seen.starts += 1;
  visit.startedAt ??= at;
}

/** Counts a view for each start without one, because a visitor who has started has seen the form. */
function see(facts: Facts, { form, seen, startedAt }: Visit): void {
  const untold = Math.max(seen.starts - seen.views, 0);
  if (startedAt !== undefined && untold !== seen.untold) {
    facts.views.push({ form, at: startedAt, times: untold - seen.untold });
  }
  seen.untold = untold;
}

export function saved(facts: Facts, visit: Visit, at: number, answers: readonly string[], completes: boolean): void {
  start(visit, at);
  see(facts, visit);
  visit.abandonedAt = undefined;
  visit.leftResponse = true;
  visit.completed ||= completes;
  for (const field of answers) {
    if (!visit.answered.has(field)) visit.last = field;
    if (!visit.reachedBy.has(field)) visit.reachedBy.set(field, 'answer');
    visit.answered.add(field);
  }
}
