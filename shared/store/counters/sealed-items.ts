import type { CountedSpan } from '../../domain/analytics/spans.ts';
import { dayOf } from '../../domain/quarters.ts';
import { dayMs, hourMs, streamKeepsMs } from '../../durations.ts';
import { type Key, keyOf, prefixOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import type { Item } from '../table.ts';
import { unpackCounters } from './packed-counters.ts';

/** A day can be sealed so long after its end: the stream can hardly bring any more of it. */
const sealedAfterMs = streamKeepsMs + hourMs;

/** The midnight (UTC) at which the first day begins that cannot be sealed yet. */
export const firstOpenDay = (now: number): number => Math.floor((now - sealedAfterMs) / dayMs) * dayMs;

const monthOf = (time: number): string => dayOf(time).slice(0, 7);

export const dayKey = (scope: string, time: number): Key => keyOf('dayCounts', { scope, day: dayOf(time) });
export const monthKey = (scope: string, time: number): Key => keyOf('monthCounts', { scope, month: monthOf(time) });

/** The midnight (UTC) at which the month of a time begins. */
export const monthStart = (time: number): number => Date.parse(`${monthOf(time)}-01T00:00:00Z`);

/** The midnight (UTC) at which the month after that of a time begins. */
export const nextMonth = (time: number): number => monthStart(monthStart(time) + 32 * dayMs);

/** A sealed item. It has no `counts` while it is stale: something in it has changed since. */
export type SealedItem = Item & { counts?: Uint8Array; stale?: string; days?: number };

/**
 * The months that are sealed, as far as they are: of each its letters by the day, its fields in one sum. They end with the
 * last day up to which every day is sealed or empty.
 *
 * @param start ms since the epoch, as `end`, which is exclusive: all months with a part in between
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

/** What a month's item holds; undefined when it is stale. */
export function monthIn({ sk, counts, days = 0 }: SealedItem): CountedSpan | undefined {
  const start = Date.parse(`${sk.slice(prefixOf('monthCounts').length)}-01T00:00:00Z`);
  return counts && { start, end: start + days * dayMs, counters: unpackCounters(counts) };
}

/**
 * The days that were sealed: of each its letters by the quarter hour, its fields in one sum. Those without counters have
 * changed since. The bounds are midnights.
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
