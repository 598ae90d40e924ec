import { isDate } from '../../domain/time/calendar.ts';
import { dayMs } from '../../durations.ts';
import { invalidParameter, validationFailed } from '../../errors.ts';
import type { Fault } from '../../fault.ts';

/** The latest time. Times are compared as text, and the year 10000 has one more digit. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

type Times = { from?: number; to?: number };

/**
 * Returns the bounds of a query in ms since the epoch; `to` is exclusive. A bare date as `to` includes that whole UTC
 * day.
 */
export function timesOf(query: { from?: string; to?: string }): Times {
  return orThrow(invalidParameter, boundsOf(query, ['from', 'to']));
}

/** Returns the bounds of a query with `since` and `until`. */
export function timesSince({ since, until }: { since?: string; until?: string }): Times {
  return orThrow(invalidParameter, boundsOf({ from: since, to: until }, ['since', 'until']));
}

/** Returns the bounds of a body. */
export function timesOfBody(body: { from?: string; to?: string }): Times {
  return orThrow(validationFailed, boundsOf(body, ['from', 'to']));
}

/** Returns a time of a query in ms since the epoch. */
export function timeIn<N extends string>(query: { readonly [name in N]?: string }, name: N): number | undefined {
  const time = timeOf(query[name]);
  if (Number.isNaN(time)) throw invalidParameter([{ field: name, rule: 'format', message: 'is not a valid date' }]);
  return time;
}

function orThrow(refusal: (faults: Fault[]) => Error, { faults, ...times }: Times & { faults: Fault[] }): Times {
  if (faults.length > 0) throw refusal(faults);
  return times;
}

function boundsOf(sent: { from?: string; to?: string }, [first, last]: [string, string]) {
  const from = timeOf(sent.from);
  const to = timeOf(sent.to, sent.to?.length === 10 ? dayMs : 0);
  const faults: Fault[] = [];
  for (const [field, time] of [[first, from] as const, [last, to] as const]) {
    if (Number.isNaN(time)) faults.push({ field, rule: 'format', message: 'is not a valid date' });
  }
  if ((from ?? Number.NEGATIVE_INFINITY) >= (to ?? Number.POSITIVE_INFINITY)) {
    faults.push({ field: last, rule: 'minimum', message: `must be later than ${first}` });
  }
  return { from, to, faults };
}

/** Parses a time. `Date.parse` alone would take the 30th of February for the 2nd of March. */
function timeOf(text: string | undefined, later = 0): number | undefined {
  if (text === undefined) return undefined;
  return isDate(text.slice(0, 10)) ? Math.min(Date.parse(text) + later, endOfTime) : Number.NaN;
}
