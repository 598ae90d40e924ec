import type { CountedSpan, Range } from '../../domain/analytics/counted-spans.ts';
import { dayMs } from '../../durations.ts';
import { expression } from '../expression.ts';
import { isAnswersScope } from '../keys.ts';
import { getItem, updateItem } from '../table.ts';
import { addAnswerCounters } from './bounded-counters.ts';
import { type Counters, packCounters } from './packed-counters.ts';
import { readDaysOrHours, readHourSpans } from './read-counters.ts';
import { dayKey, firstOpenDay, monthIn, monthKey, monthStart, nextMonth, type SealedItem } from './sealed-items.ts';

/**
 * Seals a day of a form or an environment, and its month as far as its days can be sealed. The sealed items are copies
 * of the hours, which readers use instead. Sealing again changes nothing. Returns false when the day is too young or
 * has just changed: it is sealed later, and its hours are read until then.
 *
 * @param day such as `2026-03-01`
 */
export async function sealDay(scope: string, day: string, now = Date.now()): Promise<boolean> {
  const start = Date.parse(day);
  if (start >= firstOpenDay(now)) return false;
  if (!(await putDay(scope, start))) return false;
  const month: SealedItem = (await getItem(monthKey(scope, start))) ?? { ...monthKey(scope, start) };
  const known = monthIn(month);
  if (known && start < known.end) return true;
  return putMonth(scope, { start: monthStart(start), end: Math.min(nextMonth(start), firstOpenDay(now)) }, month.stale);
}

/** Stores a sealed day. `stale` is read before the hours, because a change of an hour changes it. */
async function putDay(scope: string, start: number): Promise<boolean> {
  const sealed = (await getItem(dayKey(scope, start))) as SealedItem | undefined;
  if (sealed?.counts) return true;
  const day = { start, end: start + dayMs };
  const hours = await readHourSpans(scope, day, true);
  return updateItem(dayKey(scope, start), {
    set: { counts: packCounters(boundedIn(scope, countersOver(hours, day, 96))) },
    if: isAsRead(sealed?.stale),
  });
}

/**
 * Stores a sealed month. Every day in its range is sealed or empty, because readers take a missing day for an empty
 * one.
 */
async function putMonth(scope: string, month: Range, stale: string | undefined): Promise<boolean> {
  const days = (month.end - month.start) / dayMs;
  const spans = await readDaysOrHours(scope, [month], [], true);
  const hours = spans.filter(({ start, end }) => end - start < dayMs);
  for (const midnight of new Set(hours.map(({ start }) => Math.floor(start / dayMs) * dayMs))) {
    if (!(await putDay(scope, midnight))) return false;
  }
  return updateItem(monthKey(scope, month.start), {
    set: { counts: packCounters(boundedIn(scope, countersOver(spans, month, days))), days },
    if: isAsRead(stale),
  });
}

/** Days have more different values than an hour, and months more than a day. */
function boundedIn(scope: string, counters: Counters): Counters {
  if (!isAnswersScope(scope)) return counters;
  const bounded = new Map<string, number[]>();
  addAnswerCounters(bounded, counters);
  return bounded;
}

const isAsRead = (stale: string | undefined) =>
  stale === undefined ? expression`attribute_not_exists(stale)` : expression`stale = ${stale}`;

/** Returns the counters of a range in `parts` parts. Those of fields are in one sum. */
export function countersOver(spans: readonly CountedSpan[], range: Range, parts: number): Map<string, number[]> {
  const width = (range.end - range.start) / parts;
  const sums = new Map<string, number[]>();
  for (const { start, end, counters } of spans) {
    for (const [name, cells] of counters) {
      const isField = name.includes(':');
      const sum = sums.get(name) ?? Array.from({ length: isField ? 1 : parts }, () => 0);
      sums.set(name, sum);
      const cellMs = (end - start) / cells.length;
      for (const [index, cell] of cells.entries()) {
        const part = isField ? 0 : Math.floor((start + index * cellMs - range.start) / width);
        sum[part] = (sum[part] ?? 0) + cell;
      }
    }
  }
  return sums;
}
