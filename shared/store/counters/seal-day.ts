import type { CountedSpan, Range } from '../../domain/analytics/spans.ts';
import { dayMs } from '../../durations.ts';
import { expression } from '../expression.ts';
import { getItem, updateItem } from '../table.ts';
import { packCounters } from './packed-counters.ts';
import { readDaysOrHours, readHourSpans } from './read-counters.ts';
import { dayKey, firstOpenDay, monthIn, monthKey, monthStart, nextMonth, type SealedItem } from './sealed-items.ts';

/**
 * Seals a day of a form or an environment, and its month as far as its days can be: copies of the hours, which readers
 * take in their place. Doing it again changes nothing. False when the day is too young, or changed at this very moment:
 * then it is sealed another time, and its hours are read until then.
 *
 * @param day `2026-03-01`
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

/** `stale` is read before the hours: who changes one of them afterwards makes it another. */
async function putDay(scope: string, start: number): Promise<boolean> {
  const sealed = (await getItem(dayKey(scope, start))) as SealedItem | undefined;
  if (sealed?.counts) return true;
  const day = { start, end: start + dayMs };
  const hours = await readHourSpans(scope, day, true);
  return updateItem(dayKey(scope, start), {
    set: { counts: packCounters(countersOver(hours, day, 96)) },
    if: isAsRead(sealed?.stale),
  });
}

/** A day that a sealed month reaches is sealed too, or empty: readers take one that is not there for empty. */
async function putMonth(scope: string, month: Range, stale: string | undefined): Promise<boolean> {
  const days = (month.end - month.start) / dayMs;
  const spans = await readDaysOrHours(scope, [month], [], true);
  const hours = spans.filter(({ start, end }) => end - start < dayMs);
  for (const midnight of new Set(hours.map(({ start }) => Math.floor(start / dayMs) * dayMs))) {
    if (!(await putDay(scope, midnight))) return false;
  }
  return updateItem(monthKey(scope, month.start), {
    set: { counts: packCounters(countersOver(spans, month, days)), days },
    if: isAsRead(stale),
  });
}

const isAsRead = (stale: string | undefined) =>
  stale === undefined ? expression`attribute_not_exists(stale)` : expression`stale = ${stale}`;

/** The counters of a range in so many parts; those of fields in one sum. */
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
