import {
  attributesOfRanks,
  type CountsOfDay,
  type CountsOfForm,
  countsBetween,
  sumOf,
} from '../../domain/analytics/counts.ts';
import { type CountsOfFields, countsOfFields } from '../../domain/analytics/field-metrics.ts';
import type { LocalDay } from '../../domain/analytics/local-days.ts';
import type { Form } from '../../domain/forms/form.ts';
import { dayMs, dayOf, quarterOf } from '../../domain/quarters.ts';
import { readForms } from '../forms/form-lists.ts';
import { type Key, keyOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { Item } from '../table.ts';

/**
 * What was counted of a form or an environment on each of these days. Reads the counters of the UTC days that they touch,
 * whatever the number of responses.
 *
 * @param scope the id of the form or the environment
 * @param attributes what to read of each day, where that is not all of it
 */
export async function readDayCounts(
  scope: string,
  days: readonly LocalDay[],
  attributes?: readonly string[],
): Promise<CountsOfDay[]> {
  const { start, end } = periodOf(days);
  const keyOfDay = (time: number) => keyOf('dayCounts', { scope, day: dayOf(time) });
  const items = await readItems(keyOfDay(start), keyOfDay(end - 1), attributes);
  const counted = new Map(items.map(item => [item.sk.slice(prefixOf('dayCounts').length), item]));
  return days.map(({ date, start, end }) => ({ date, ...countsBetween(counted, start, end) }));
}

/** Of the forms of an environment, so many of the newest are reported one by one. */
const formsMax = 100;
const formsAtATime = 10;

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
  return { formId: id, title, counts: sumOf(await readDayCounts(id, days, attributesOfRanks)) };
}

/**
 * What was counted of the fields of a form on all of these days together. Whole UTC days among them are one item each;
 * of those that the time zone cuts, the quarter hours are read.
 */
export async function readFieldCounts(scope: string, days: readonly LocalDay[]): Promise<CountsOfFields> {
  const { start, end } = periodOf(days);
  const firstWhole = Math.ceil(start / dayMs) * dayMs;
  const endOfWhole = Math.floor(end / dayMs) * dayMs;
  const parts =
    firstWhole < endOfWhole
      ? [
          readQuarters(scope, start, firstWhole),
          readWholeDays(scope, firstWhole, endOfWhole),
          readQuarters(scope, endOfWhole, end),
        ]
      : [readQuarters(scope, start, end)];
  return countsOfFields((await Promise.all(parts)).flat());
}

const periodOf = (days: readonly LocalDay[]) => ({ start: days.at(0)?.start ?? 0, end: days.at(-1)?.end ?? 0 });

/** Times are ms since the epoch, `end` exclusive. */
function readWholeDays(scope: string, start: number, end: number): Promise<Item[]> {
  const keyOfDay = (time: number) => keyOf('fieldDayCounts', { scope, day: dayOf(time) });
  return readItems(keyOfDay(start), keyOfDay(end - 1));
}

async function readQuarters(scope: string, start: number, end: number): Promise<Item[]> {
  if (start >= end) return [];
  const keyOfQuarter = (time: number) =>
    keyOf('fieldQuarterCounts', { scope, day: dayOf(time), quarter: quarterOf(time) });
  return readItems(keyOfQuarter(start), keyOfQuarter(end - 1));
}

/** The items of a partition from one key to another. Eventually consistent, which is half the price: counters lag anyway. */
const readItems = (first: Key, last: Key, attributes?: readonly string[]): Promise<Item[]> =>
  queryAll({
    partition: first.pk,
    span: { low: first.sk, high: last.sk },
    attributes: attributes && ['sk', ...attributes],
    consistent: false,
  });
