import { dayOf } from '../domain/time/quarters.ts';
import { dayMs, hourMs, minuteMs } from '../durations.ts';
import { timeOf } from '../ids.ts';
import { getForms } from '../store/forms/forms.ts';
import { type CountedRows, type RecountJob, tenantOf } from '../store/jobs.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../store/keys.ts';
import { type Item, putItemIf } from '../store/table.ts';
import { isNew } from '../store/writes.ts';
import type { Image, ImageChange } from './counter-deltas/counter-delta.ts';

/** When each recount that this process scheduled is due, by the name of its job; ms since the epoch. */
const scheduled = new Map<string, number>();
const scheduledMax = 10_000;

/** Rows of a day. Their environment may not be known yet. */
export type CountedDay = { day: string } & (
  | { rows: 'responses' | 'spam'; formId: string }
  | { rows: 'deliveries'; owner: string; receiverId: string }
);

/**
 * Schedules the recount and sealing of each day in which changes count: in the second night after the day, when the
 * stream can bring nothing more of it, or in the night after a later change. Call it before the changes are counted,
 * because the recount makes up for any that cannot be counted.
 */
export async function scheduleRecounts(changes: readonly ImageChange[], now = Date.now()): Promise<void> {
  const days = daysOf(changes).filter(each => (scheduled.get(nameOf(each)) ?? 0) <= now);
  if (days.length === 0) return;
  // A deleted form loses responses by the thousand, and nothing is left to count.
  const forms = await getForms(days.flatMap(each => ('formId' in each ? [each.formId] : [])));
  await Promise.all(
    days.map(async each => {
      const rows = rowsOf(each, formId => forms.get(formId)?.environmentId);
      if (rows) await schedule(rows, each.day, now);
    }),
  );
}

/** Returns the rows of a day with their environment, or undefined when their form no longer has one. */
export function rowsOf(
  { day: _, ...rows }: CountedDay,
  environmentOf: (formId: string) => string | undefined,
): CountedRows | undefined {
  if (rows.rows === 'deliveries') return rows;
  const environmentId = environmentOf(rows.formId);
  return environmentId === undefined ? undefined : { ...rows, environmentId };
}

function daysOf(changes: readonly ImageChange[]): CountedDay[] {
  const days = new Map<string, CountedDay>();
  for (const { key, after = {} } of changes) {
    for (const each of [...daysOfRow(key), ...daysOfVisit(key, after)]) days.set(nameOf(each), each);
  }
  return [...days.values()];
}

/**
 * Returns the days on which a row counts: a response when it was submitted, a delivery at its event. Reports also count
 * spam.
 */
export function daysOfRow({ pk, sk }: Key): CountedDay[] {
  const delivery = partsOf('delivery', 'pk', pk);
  if (delivery) {
    return [{ rows: 'deliveries', owner: delivery.owner, receiverId: delivery.webhook, day: dayOf(timeOf(sk)) }];
  }
  const spam = partsOf('spam', 'pk', pk);
  const formId = (spam ?? partsOf('response', 'pk', pk))?.form;
  if (formId === undefined) return [];
  const responses: CountedDay = { rows: 'responses', formId, day: dayOf(timeOf(sk)) };
  return spam ? [responses, { ...responses, rows: 'spam' }] : [responses];
}

/** Returns the days of a visit or a refusal record, which count at the times that they name. */
function daysOfVisit({ pk }: Key, after: Image): CountedDay[] {
  const visit = partsOf('visit', 'pk', pk);
  if (!visit) return [];
  const times = [after.at, after.startedAt, after.abandonedAt].filter(time => time !== undefined);
  return times.map(time => ({ rows: 'responses', formId: visit.form, day: dayOf(Date.parse(time)) }));
}

async function schedule(rows: CountedRows, day: string, now: number): Promise<void> {
  const time = nightAfter(Math.max(Date.parse(day) + 2 * dayMs, now));
  const Item = recountItem(rows, day, time);
  await putItemIf(Item, isNew);
  if (scheduled.size >= scheduledMax) scheduled.clear();
  scheduled.set(nameOf({ ...rows, day }), time);
}

/** Returns the recount job of a day's rows that is due at a time (ms since the epoch). */
export function recountItem(rows: CountedRows, day: string, time: number): Item {
  const job: RecountJob = { kind: 'recount', ...rows, day, notBefore: time, step: 0 };
  return { ...keyOf('job', { job: nameOf({ ...rows, day }) }), ...dueKeys(time, tenantOf(rows)), ...job };
}

/** Returns a time between one and three o'clock (UTC), spread so that not all forms are counted at once. */
function nightAfter(time: number): number {
  const midnight = Math.ceil((time - hourMs) / dayMs) * dayMs;
  return midnight + hourMs + Math.floor(Math.random() * 120) * minuteMs;
}

/** Returns the name of the job that recounts the rows of a day. */
export function nameOf({ day, ...rows }: CountedDay): string {
  if (rows.rows === 'deliveries') return `recount-${rows.receiverId}-${day}`;
  return rows.rows === 'spam' ? `recount-spam-${rows.formId}-${day}` : `recount-${rows.formId}-${day}`;
}
