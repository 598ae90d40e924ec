import { type Counts, type CountsOfDay, type CountsOfForm, countsOf } from '../../domain/analytics/counts.ts';
import { type CountsOfFields, countsOfFields } from '../../domain/analytics/field-metrics.ts';
import { sumsBetween } from '../../domain/analytics/spans.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { LocalDay } from '../../domain/time/local-days.ts';
import { readCounters } from '../counters/read-counters.ts';
import { readForms } from '../forms/form-lists.ts';

/**
 * What was counted of a form or an environment on each of these days. Reads counters, and never a response.
 *
 * @param scope the id of the form or the environment
 */
export async function readDayCounts(scope: string, days: readonly LocalDay[]): Promise<CountsOfDay[]> {
  const spans = await readCounters(scope, [periodOf(days).start, ...days.map(({ end }) => end)]);
  return days.map(({ date, start, end }) => ({ date, ...countsOf(sumsBetween(spans, start, end)) }));
}

/** The same on all of these days together. */
export async function readCounts(scope: string, days: readonly LocalDay[]): Promise<Counts> {
  const { start, end } = periodOf(days);
  return countsOf(sumsBetween(await readCounters(scope, [start, end]), start, end));
}

/** The same of a form and its fields. */
export async function readFormCounts(
  formId: string,
  days: readonly LocalDay[],
): Promise<{ counts: Counts; fields: CountsOfFields }> {
  const { start, end } = periodOf(days);
  const sums = sumsBetween(await readCounters(formId, [start, end], { fields: true }), start, end);
  return { counts: countsOf(sums), fields: countsOfFields(sums) };
}

/** Of the forms of an environment, so many of the newest are reported one by one. */
const formsMax = 100;
const formsAtATime = 20;

/** What was counted of each of the newest forms of an environment on all of these days together, the newest first. */
export async function readCountsOfForms(environmentId: string, days: readonly LocalDay[]): Promise<CountsOfForm[]> {
  const forms: Form[] = [];
  for await (const { form } of readForms(environmentId, { order: 'desc', expected: formsMax })) {
    if (forms.push(form) === formsMax) break;
  }
  const found: CountsOfForm[] = [];
  for (let start = 0; start < forms.length; start += formsAtATime) {
    const some = forms.slice(start, start + formsAtATime);
    found.push(...(await Promise.all(some.map(form => readCountsOfForm(form, days)))));
  }
  return found;
}

async function readCountsOfForm({ id, title }: Form, days: readonly LocalDay[]): Promise<CountsOfForm> {
  return { formId: id, title, counts: await readCounts(id, days) };
}

const periodOf = (days: readonly LocalDay[]) => ({ start: days.at(0)?.start ?? 0, end: days.at(-1)?.end ?? 0 });
