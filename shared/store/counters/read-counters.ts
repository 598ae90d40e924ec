import { type CountedSpan, type Range, without } from '../../domain/analytics/counted-spans.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { readHours } from './counter-items.ts';
import { firstOpenDay, readDays, readMonths } from './sealed-items.ts';

/** A counted span. An hour knows the last counted row of each shard; a sealed span counts all rows. */
export type HourSpan = CountedSpan & { readonly newest?: ReadonlyMap<string, string> };

type CounterOptions = {
  /**
   * Whether to count fields too. Days and months have them in one sum, so a bound inside one means reading its hours.
   */
  fields?: boolean;
  now?: number;
};

/**
 * Reads the counters between the first bound and the last: by month where possible, else by day, and by hour where
 * nothing is sealed. Each moment is in one span, and no span crosses a bound. The reads are eventually consistent, at
 * half the price: counters are seconds behind anyway.
 *
 * @param bounds ms since the epoch, ascending, each the beginning of a quarter hour
 */
export async function readCounters(
  scope: string,
  bounds: readonly number[],
  { fields = false, now = Date.now() }: CounterOptions = {},
): Promise<CountedSpan[]> {
  const [start, end] = [bounds.at(0) ?? 0, bounds.at(-1) ?? 0];
  const openFrom = Math.min(firstOpenDay(now), end);
  const [months, recent] = await Promise.all([
    readMonths(scope, start, openFrom, false),
    readHourSpans(scope, { start: Math.max(start, openFrom), end }, false),
  ]);
  const cut = bounds.filter(bound => bound % dayMs !== 0).map(dayAround);
  const whole = fields ? months.filter(month => !isCut(month, bounds)) : [];
  const byDay = fields ? [] : months.flatMap(month => without([month], cut).map(range => lettersOfDays(month, range)));
  const sealed = without([{ start: dayAround(start).start, end: openFrom }], [...whole, ...byDay]);
  const days = fields ? without(sealed, cut) : sealed;
  const [ofDays, ofCutDays] = await Promise.all([
    readDaysOrHours(scope, days, months, false),
    fields ? Promise.all(intersections(sealed, cut).map(range => readHourSpans(scope, range, false))) : [],
  ]);
  const counted = [...whole, ...byDay];
  // A process whose clock is ahead of this one may have sealed a month beyond the first open day.
  const open = recent.filter(hour => !counted.some(({ start, end }) => start <= hour.start && hour.start < end));
  return [...counted, ...ofDays, ...ofCutDays.flat(), ...open];
}

/**
 * Reads the counters of these days by quarter hour: from sealed days, or from hours where there are none.
 *
 * @param known ranges in which a day that was never sealed is empty
 */
export async function readDaysOrHours(
  scope: string,
  ranges: readonly Range[],
  known: readonly Range[],
  consistent: boolean,
): Promise<HourSpan[]> {
  const found = await Promise.all(ranges.map(({ start, end }) => readDays(scope, start, end, consistent)));
  const days = found.flat();
  const sealed = days.flatMap(({ counters, ...range }) => (counters ? { ...range, counters } : []));
  const stale = days.filter(({ counters }) => counters === undefined);
  const open = without(ranges, [...sealed, ...without(known, stale)]);
  const hours = await Promise.all(open.map(range => readHourSpans(scope, range, consistent)));
  return [...sealed, ...hours.flat()];
}

export async function readHourSpans(scope: string, { start, end }: Range, consistent: boolean): Promise<HourSpan[]> {
  const hours = await readHours(scope, start, end, { consistent });
  return hours.map(hour => ({ ...hour, end: hour.start + hourMs }));
}

const isCut = ({ start, end }: Range, bounds: readonly number[]): boolean =>
  bounds.some(bound => start < bound && bound < end);

function dayAround(time: number): Range {
  const start = Math.floor(time / dayMs) * dayMs;
  return { start, end: start + dayMs };
}

/** Returns the counters of some days of a month, without those of fields. */
function lettersOfDays(month: CountedSpan, { start, end }: Range): CountedSpan {
  const days = (month.end - month.start) / dayMs;
  const letters = [...month.counters].filter(([name, cells]) => cells.length === days && !name.includes(':'));
  const [first, after] = [(start - month.start) / dayMs, (end - month.start) / dayMs];
  return { start, end, counters: new Map(letters.map(([name, cells]) => [name, cells.slice(first, after)])) };
}

const intersections = (ranges: readonly Range[], others: readonly Range[]): Range[] =>
  ranges.flatMap(range =>
    others
      .map(other => ({ start: Math.max(range.start, other.start), end: Math.min(range.end, other.end) }))
      .filter(({ start, end }) => start < end),
  );
