import { dayOf } from '../domain/quarters.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import { timeOf } from '../ids.ts';
import { getForms } from '../store/forms/forms.ts';
import type { RecountJob } from '../store/jobs.ts';
import { dueKeys, keyOf, partsOf } from '../store/keys.ts';
import { type Item, putItemIf } from '../store/table.ts';
import { isNew } from '../store/writes.ts';
import type { Change } from './counter-deltas/counter-delta.ts';

/** When each recount that this process scheduled is due, by form and day: ms since the epoch. */
const scheduled = new Map<string, number>();
const scheduledMax = 10_000;

export type FormDay = { formId: string; day: string };

/**
 * Schedules, for each day of a form in which changes count, its recount and its sealing: in the second night after the day,
 * when the stream can bring nothing of that day any more, or in the night after a later change. Call it before the changes are
 * counted: the recount makes up for what cannot be counted.
 */
export async function scheduleRecounts(changes: readonly Change[], now = Date.now()): Promise<void> {
  const days = daysOf(changes).filter(each => (scheduled.get(nameOf(each)) ?? 0) <= now);
  if (days.length === 0) return;
  // Of a deleted form, responses go by the thousand, and nothing is left to be counted.
  const forms = await getForms(days.map(({ formId }) => formId));
  await Promise.all(days.map(each => schedule(each, forms.get(each.formId)?.environmentId, now)));
}

function daysOf(changes: readonly Change[]): FormDay[] {
  const days = new Map<string, FormDay>();
  for (const change of changes) {
    for (const each of daysOfChange(change)) days.set(nameOf(each), each);
  }
  return [...days.values()];
}

/** A response counts when it was submitted; a visit, or a note of refusals, at the times that it names. */
function daysOfChange({ key: { pk, sk }, after = {} }: Change): FormDay[] {
  const response = partsOf('response', 'pk', pk) ?? partsOf('spam', 'pk', pk);
  if (response) return [{ formId: response.form, day: dayOf(timeOf(sk)) }];
  const visit = partsOf('visit', 'pk', pk);
  if (!visit) return [];
  const times = [after.at, after.startedAt, after.abandonedAt].filter(time => time !== undefined);
  return times.map(time => ({ formId: visit.form, day: dayOf(Date.parse(time)) }));
}

async function schedule(formDay: FormDay, environmentId: string | undefined, now: number): Promise<void> {
  if (environmentId === undefined) return;
  const time = nightAfter(Math.max(Date.parse(formDay.day) + 2 * dayMs, now));
  const Item = recountItem(formDay, environmentId, time);
  await putItemIf(Item, isNew);
  if (scheduled.size >= scheduledMax) scheduled.clear();
  scheduled.set(nameOf(formDay), time);
}

/** The recount of a form's day that is due at a time (ms since the epoch). */
export function recountItem({ formId, day }: FormDay, environmentId: string, time: number): Item {
  const job: RecountJob = { kind: 'recount', formId, environmentId, day, notBefore: time, step: 0 };
  return { ...keyOf('job', { job: nameOf({ formId, day }) }), ...dueKeys(time, environmentId), ...job };
}

/** A minute between one and three o'clock (UTC), so that not all forms are counted at once. */
function nightAfter(time: number): number {
  const midnight = Math.ceil((time - hourMs) / dayMs) * dayMs;
  return midnight + hourMs + Math.floor(Math.random() * 120) * minuteMs;
}

const nameOf = ({ formId, day }: FormDay): string => `recount-${formId}-${day}`;
