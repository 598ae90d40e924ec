import { dayMs, minuteMs } from '../../durations.ts';
import { dayOf, quarterMs } from './quarters.ts';

/**
 * A day in a time zone, from its first quarter hour to the first of the next day. Times are in ms since the epoch;
 * `end` is exclusive. It has 23 or 25 hours when the clocks change.
 */
export type LocalDay = { date: string; start: number; end: number };

/**
 * Whether a text names a time zone, such as `Europe/Berlin`. A mere offset does not: it has no daylight-saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the current day in a time zone: `2026-01-31`. */
export const localDay = (now: number, timezone: string): string => dayOf(now + offsetsOf(timezone)(now));

/** Returns `count` days in a time zone, in order; the last is today's. */
export const localDays = (now: number, count: number, timezone: string): LocalDay[] =>
  localDaysTo(localDay(now, timezone), count, timezone);

/** Returns `count` days in a time zone, in order; the last is `date`. */
export function localDaysTo(date: string, count: number, timezone: string): LocalDay[] {
  const offsetAt = offsetsOf(timezone);
  const first = Date.parse(date) / dayMs - count + 1;
  const starts = Array.from({ length: count + 1 }, (_, index) => startOf((first + index) * dayMs, offsetAt));
  return starts.slice(0, count).map((start, index) => {
    return { date: dayOf((first + index) * dayMs), start, end: starts[index + 1] ?? start };
  });
}

/**
 * Returns a function that shows UTC times in a zone: `2026-01-31T09:30:00.000Z` becomes
 * `2026-01-31T10:30:00.000+01:00`.
 */
export function localTime(timezone: string): (time: string) => string {
  const offsetAt = offsetsOf(timezone);
  return text => {
    const time = Date.parse(text);
    // Clocks change at quarter hours, so only a few are looked up, however many times there are.
    const offset = offsetAt(Math.floor(time / quarterMs) * quarterMs);
    return new Date(time + offset).toISOString().slice(0, -1) + offsetText(offset);
  };
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minuteMs;
  const parts = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${parts.join(':')}`;
}

type OffsetAt = (time: number) => number;

/**
 * Returns a function for a zone's offset from UTC at a time, in milliseconds. Each time is looked up once, which takes
 * a microsecond.
 */
function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const known = new Map<number, number>();
  return time => {
    const offset = known.get(time) ?? offsetIn(format.format(time));
    known.set(time, offset);
    return offset;
  };
}

/** Returns the offset in `1/31/2026, GMT+05:45`. UTC itself has no digits. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(text) ?? [];
  return (sign === '-' ? -minuteMs : minuteMs) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/**
 * Returns the first quarter hour at which the zone's calendar shows this day, or a later one if the day was skipped.
 *
 * @param midnight the day's midnight in UTC
 */
function startOf(midnight: number, offsetAt: OffsetAt): number {
  const [before, at, after] = [offsetAt(midnight - dayMs), offsetAt(midnight), offsetAt(midnight + dayMs)];
  if (before === at && at === after) return Math.ceil((midnight - at) / quarterMs) * quarterMs;
  // The clocks change nearby, so the quarter hours are checked one by one.
  let time = midnight - dayMs;
  while (time + offsetAt(time) < midnight) time += quarterMs;
  return time;
}
