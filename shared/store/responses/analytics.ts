import { sumsBetween } from '../../domain/analytics/counted-spans.ts';
import { type Counts, type CountsOfDay, type CountsOfForm, countsOf } from '../../domain/analytics/counts.ts';
import { type CountsOfFields, countsOfFields } from '../../domain/analytics/field-metrics.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { LocalDay } from '../../domain/time/local-days.ts';
import { readCounters } from '../counters/read-counters.ts';
import { readForms } from '../forms/form-lists.ts';

/**
 * Returns the counters of a form or an environment on each of these days. It reads counters, never a response.
 *
 * @param scope the ID of the form or the environment
 */
export async function readDayCounts(scope: string, days: readonly LocalDay[]): Promise<CountsOfDay[]> {
  const spans = await readCounters(scope, [periodOf(days).start, ...days.map(({ end }) => end)]);
  return days.map(({ date, start, end }) => ({ date, ...countsOf(sumsBetween(spans, start, end)) }));
}

/** Returns the counters of a form or an environment over all of these days. */
export async function readCounts(scope: string, days: readonly LocalDay[]): Promise<Counts> {
  const { start, end } = periodOf(days);
  return countsOf(sumsBetween(await readCounters(scope, [start, end]), start, end));
}

/** Returns the counters of a form and its fields over all of these days. */
export async function readFormCounts(
  formId: string,
  days: readonly LocalDay[],
): Promise<{ counts: Counts; fields: CountsOfFields }> {
  const { start, end } = periodOf(days);
  const sums = sumsBetween(await readCounters(formId, [start, end], { fields: true }), start, end);
  return { counts: countsOf(sums), fields: countsOfFields(sums) };
}

/** The number of an environment's newest forms that are reported one by one. */
const formsMax = 100;
const formsAtATime = 20;

/**
 * Returns the counters of each of an environment's newest forms over all of these days, newest first.
 *
 * @param trend whether also on each of them, which reads the counters of each day
 */
export async function readCountsOfForms(
  environmentId: string,
  days: readonly LocalDay[],
  trend = false,
): Promise<CountsOfForm[]> {
  const forms: Form[] = [];
  for await (const { form } of readForms(environmentId, { order: 'desc', expected: formsMax })) {
    if (forms.push(form) === formsMax) break;
  }
  const found: CountsOfForm[] = [];
  for (let start = 0; start < forms.length; start += formsAtATime) {
    const some = forms.slice(start, start + formsAtATime);
    found.push(...(await Promise.all(some.map(form => readCountsOfForm(form, days, trend)))));
  }
  return found;
}

async function readCountsOfForm({ id, title }: Form, days: readonly LocalDay[], trend: boolean): Promise<CountsOfForm> {
  const { start, end } = periodOf(days);
  const spans = await readCounters(id, [start, ...(trend ? days.map(day => day.end) : [end])]);
  const counts = countsOf(sumsBetween(spans, start, end));
  if (!trend) return { formId: id, title, counts };
  const ofDays = days.map(day => countsOf(sumsBetween(spans, day.start, day.end)).submissions);
  return { formId: id, title, counts, trend: ofDays };
}

const periodOf = (days: readonly LocalDay[]) => ({ start: days.at(0)?.start ?? 0, end: days.at(-1)?.end ?? 0 });
