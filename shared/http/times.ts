import type { Fault } from '../domain/fault.ts';
import { invalidParameter, validationFailed } from './errors.ts';

const dayMs = 24 * 60 * 60_000;

type Times = { from?: number; to?: number };

/** The bounds of a query in milliseconds since 1970, `to` exclusive; a bare date as `to` takes in that whole UTC day. */
export function timesOf(query: { from?: string; to?: string }): Times {
  return throwing(invalidParameter, boundsOf(query, ['from', 'to']));
}

/** The same of a query that calls them `since` and `until`. */
export function timesSince({ since, until }: { since?: string; until?: string }): Times {
  return throwing(invalidParameter, boundsOf({ from: since, to: until }, ['since', 'until']));
}

/** The same of a body. */
export function timesOfBody(body: { from?: string; to?: string }): Times {
  return throwing(validationFailed, boundsOf(body, ['from', 'to']));
}

function throwing(refusal: (faults: Fault[]) => Error, { faults, ...times }: Times & { faults: Fault[] }): Times {
  if (faults.length > 0) throw refusal(faults);
  return times;
}

function boundsOf(sent: { from?: string; to?: string }, [first, last]: [string, string]) {
  const from = sent.from === undefined ? undefined : Date.parse(sent.from);
  const parsedTo = sent.to === undefined ? undefined : Date.parse(sent.to);
  const to = parsedTo !== undefined && sent.to?.length === 10 ? parsedTo + dayMs : parsedTo;
  const faults: Fault[] = [];
  for (const [field, time] of [[first, from] as const, [last, to] as const]) {
    if (Number.isNaN(time)) faults.push({ field, rule: 'format', message: 'is no time of the calendar' });
  }
  if (from !== undefined && to !== undefined && from >= to) {
    faults.push({ field: last, rule: 'minimum', message: `must be later than ${first}` });
  }
  return { from, to, faults };
}
