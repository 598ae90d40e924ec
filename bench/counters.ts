import type { CountedSpan, Range } from '../shared/domain/analytics/counted-spans.ts';
import { dayOf, quarterMs } from '../shared/domain/time/quarters.ts';
import { dayMs, hourMs } from '../shared/durations.ts';
import { hourOf } from '../shared/store/counters/counter-items.ts';
import { packCounters } from '../shared/store/counters/packed-counters.ts';
import { countersOver } from '../shared/store/counters/seal-day.ts';
import { dayKey, firstOpenDay, monthKey, monthStart, nextMonth } from '../shared/store/counters/sealed-items.ts';
import { keyOf } from '../shared/store/keys.ts';
import type { Item } from '../shared/store/table.ts';
import { eightFieldForm } from './eight-field-form.ts';
import { putAll } from './fill.ts';

/** The number of responses, and the days up to today over which they arrived, spread evenly over the quarter hours. */
export type Filling = { readonly responses: number; readonly days: number };

/** Stores the counters of a form or an environment as the stream and the nightly job would have left them. */
export async function putCounters(scope: string, filling: Filling, { fields = false } = {}): Promise<void> {
  const name = JSON.stringify({ ...filling, fields });
  const items = made.get(name) ?? itemsOf(filling, fields);
  made.set(name, items);
  const { pk } = dayKey(scope, 0);
  await putAll(items.map(item => ({ ...item, pk })));
}

/** All scopes have the same items, except for the partition key. */
const made = new Map<string, Item[]>();

function itemsOf(filling: Filling, fields: boolean): Item[] {
  const scope = 'any';
  const { hours, start, end } = counted(filling, fields);
  const open = firstOpenDay(Date.now());
  // The hours of sealed days are read only where a time zone splits a day.
  const read = hours.filter(hour => hour.start < start + 2 * dayMs || hour.start >= open);
  const items = read.map(hour => hourItem(scope, hour));
  for (let day = start; day < Math.min(open, end); day += dayMs) {
    items.push(sealed(dayKey(scope, day), hours, { start: day, end: day + dayMs }, 96));
  }
  for (let month = monthStart(start); month < Math.min(open, end); month = nextMonth(month)) {
    const range = { start: month, end: Math.min(nextMonth(month), open) };
    const days = (range.end - month) / dayMs;
    items.push({ ...sealed(monthKey(scope, month), hours, range, days), days });
  }
  return items;
}

function hourItem(scope: string, { start, counters }: CountedSpan): Item {
  return { ...keyOf('hourCounts', { scope, hour: hourOf(start), slice: '0' }), counts: packCounters(counters) };
}

function sealed(key: { pk: string; sk: string }, hours: readonly CountedSpan[], range: Range, parts: number): Item {
  const within = hours.filter(({ start }) => range.start <= start && start < range.end);
  return { ...key, counts: packCounters(countersOver(within, range, parts)) };
}

function counted({ responses, days }: Filling, fields: boolean): Range & { hours: CountedSpan[] } {
  const end = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
  const start = Date.parse(dayOf(end - days * dayMs));
  const quarters = (end - start) / quarterMs;
  const touched = Math.min(responses, quarters);
  const times = Array.from({ length: touched }, (_, n) => start + Math.floor((n * quarters) / touched) * quarterMs);
  const each = responses / touched;
  const byHour = Map.groupBy(times, time => Math.floor(time / hourMs) * hourMs);
  const hours = [...byHour].map(([hour, ofHour]) => {
    const cells = [0, 1, 2, 3]
      .map(quarter => hour + quarter * quarterMs)
      .map(time => (ofHour.includes(time) ? Math.ceil(each * unevenly(time)) : 0));
    return { start: hour, end: hour + hourMs, counters: countersOf(cells, fields) };
  });
  return { start, end, hours };
}

/**
 * Returns a factor between 0 and 2, always the same for a time, because even counts would compress to almost nothing.
 */
const unevenly = (time: number): number => (((time / quarterMs) * 7919) % 997) / 498;

/** Returns all counters for this number of responses in each quarter hour. */
function countersOf(responses: readonly number[], fields: boolean): Map<string, number[]> {
  const shares = { v: 4, b: 2, c: 1, S: 0.1, C: 0.1, p: 0.3, P: 0.1, a: 0.2, A: 0.1, w: 0.2, h: 0.1 };
  const cellsOf = (share: number) => responses.map(count => Math.ceil(count * share));
  const letters = Object.entries(shares).map(([letter, share]) => [letter, cellsOf(share)] as const);
  return new Map([...letters, ...(fields ? namesOfFields : []).map(name => [name, cellsOf(1)] as const)]);
}

/** Each field has counters of the visits that reached it, answered it and left at it, and of two broken rules. */
const namesOfFields = eightFieldForm.fields.flatMap(({ id }) => [
  ...['f', 'n', 'g', 'd'].map(letter => `${letter}:${id}`),
  ...['required', 'maxLength'].map(rule => `e:${id}:${rule}`),
]);
