import { isDate } from '../time/calendar.ts';
import type { Breach } from './breach.ts';
import type { Field } from './field.ts';

const dayMs = 24 * 3600_000;
const hourMs = 3600_000;

/** The largest offsets from UTC, in hours: Baker Island is behind, the Line Islands are ahead. */
const behindMax = 12;
const aheadMax = 14;

export function breachesOfDate({ validate = {} }: Field, text: string, now = Date.now()): Breach[] {
  if (!isDate(text)) return [notADate];
  const { min, max } = validate;
  const least = min === undefined ? undefined : dayOf(String(min), now - behindMax * hourMs);
  const greatest = max === undefined ? undefined : dayOf(String(max), now + aheadMax * hourMs);
  return breachesOfBounds(text, least, greatest);
}

/** Returns the day of a bound: `2026-01-31`, `today`, `today+7`, `today-18`. Returns undefined when it is not one. */
export function dayOf(bound: string, now: number): string | undefined {
  if (isDate(bound)) return bound;
  const match = /^today([+-]\d{1,5})?$/.exec(bound);
  return match ? new Date(now + Number(match[1] ?? 0) * dayMs).toISOString().slice(0, 10) : undefined;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const isTime = (text: string): boolean => TIME.test(text);

export function breachesOfTime({ validate = {} }: Field, text: string): Breach[] {
  if (!isTime(text)) return [notATime];
  const { min, max } = validate;
  return breachesOfBounds(text, min?.toString(), max?.toString());
}

/** Compares as text, because earlier dates and times sort first. */
function breachesOfBounds(text: string, min: string | undefined, max: string | undefined): Breach[] {
  if (min !== undefined && text < min) return [{ rule: 'min', message: `Must be ${min} or later` }];
  if (max !== undefined && text > max) return [{ rule: 'max', message: `Must be ${max} or earlier` }];
  return [];
}

const notADate: Breach = { rule: 'date', message: 'Must be a valid date, YYYY-MM-DD: 2026-01-31' };

const notATime: Breach = { rule: 'time', message: 'Must be a time of day, HH:MM from 00:00 to 23:59' };
