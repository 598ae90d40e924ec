import type { CountedSpan } from '../../domain/analytics/counted-spans.ts';
import { dayOf } from '../../domain/time/quarters.ts';
import { dayMs, hourMs, streamKeepsMs } from '../../durations.ts';
import { type Key, keyOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { Item } from '../table.ts';
import { unpackCounters } from './packed-counters.ts';

/** How long after its end a day can be sealed: the stream can hardly bring any more of it. */
const sealedAfterMs = streamKeepsMs + hourMs;

/** Returns the midnight (UTC) that begins the first day that cannot be sealed yet. */
export const firstOpenDay = (now: number): number => Math.floor((now - sealedAfterMs) / dayMs) * dayMs;

const monthOf = (time: number): string => dayOf(time).slice(0, 7);

export const dayKey = (scope: string, time: number): Key => keyOf('dayCounts', { scope, day: dayOf(time) });
export const monthKey = (scope: string, time: number): Key => keyOf('monthCounts', { scope, month: monthOf(time) });

/** Returns the midnight (UTC) that begins the month of a time. */
export const monthStart = (time: number): number => Date.parse(`${monthOf(time)}-01T00:00:00Z`);

/** Returns the midnight (UTC) that begins the next month after a time. */
export const nextMonth = (time: number): number => monthStart(monthStart(time) + 32 * dayMs);

/** A sealed item. It has no `counts` while it is stale, because something in it has changed since. */
export type SealedItem = Item & { counts?: Uint8Array; stale?: string; days?: number };

/**
 * Reads the sealed months as far as they are sealed. Letters are by day, fields in one sum. A month ends with the last
 * day up to which every day is sealed or empty.
 *
 * @param start ms since the epoch, as is `end`, which is exclusive; includes every month that overlaps the range
 */
export async function readMonths(
  scope: string,
  start: number,
  end: number,
  consistent: boolean,
): Promise<CountedSpan[]> {
  if (start >= end) return [];
  const items = await readItems(monthKey(scope, start), monthKey(scope, end - 1), consistent);
  return items.flatMap(item => monthIn(item) ?? []);
}

/** Returns the counters in a month's item, or undefined when it is stale. */
export function monthIn({ sk, counts, days = 0 }: SealedItem): CountedSpan | undefined {
  const start = Date.parse(`${sk.slice(prefixOf('monthCounts').length)}-01T00:00:00Z`);
  return counts && { start, end: start + days * dayMs, counters: unpackCounters(counts) };
}

/**
 * Reads the sealed days. Letters are by quarter hour, fields in one sum. Days without counters have changed since. The
 * bounds are midnights.
 */
export async function readDays(scope: string, start: number, end: number, consistent: boolean) {
  if (start >= end) return [];
  const items = await readItems(dayKey(scope, start), dayKey(scope, end - 1), consistent);
  return items.map(({ sk, counts }) => {
    const midnight = Date.parse(sk.slice(prefixOf('dayCounts').length));
    return { start: midnight, end: midnight + dayMs, counters: counts && unpackCounters(counts) };
  });
}

const readItems = (first: Key, last: Key, consistent: boolean): Promise<SealedItem[]> =>
  queryAll({ partition: first.pk, span: { low: first.sk, high: last.sk }, consistent });
