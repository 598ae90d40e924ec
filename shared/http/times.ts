import { isDate } from '../domain/calendar.ts';
import type { Fault } from '../domain/fault.ts';
import { invalidParameter } from './errors.ts';

const dayMs = 24 * 60 * 60_000;

/** Times are compared as texts, and the year 10000 has one digit more. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

/** The bounds of a query in milliseconds since 1970, `to` exclusive; a bare date as `to` takes in that whole UTC day. */
export function timesOf(query: { from?: string; to?: string }): { from?: number; to?: number } {
  const from = timeOf(query.from);
  const to = timeOf(query.to, query.to?.length === 10 ? dayMs : 0);
  const faults: Fault[] = [];
  for (const [field, time] of Object.entries({ from, to })) {
    if (Number.isNaN(time)) faults.push({ field, rule: 'format', message: 'is no time of the calendar' });
  }
  if (from !== undefined && to !== undefined && from >= to) {
    faults.push({ field: 'to', rule: 'minimum', message: 'must be later than from' });
  }
  if (faults.length > 0) throw invalidParameter(faults);
  return { from, to };
}

/** `Date.parse` takes the 30th of February for the 2nd of March. */
function timeOf(text: string | undefined, later = 0): number | undefined {
  if (text === undefined) return undefined;
  return isDate(text.slice(0, 10)) ? Math.min(Date.parse(text) + later, endOfTime) : Number.NaN;
}
