import { type Counted, quarterAttribute } from '../../domain/analytics/counted.ts';
import { dayOf, quarterOf } from '../../domain/quarters.ts';
import { type Key, keyOf } from '../../store/keys.ts';

/** A record of the table's stream: an item before and after one write. */
export type Change = {
  key: Key;
  /** The label of the stream. */
  stream: string;
  /** Where the record lies among those of its partition in this stream. */
  sequence: string;
  before?: Image;
  after?: Image;
};

/** The attributes that decide what is counted: of a form, a response, a delivery, a visit or a note of refusals. */
export type Image = {
  status?: string;
  gsi1pk?: string;
  environmentId?: string;
  /** JSON, in the order of the form's fields. */
  answers?: string;
  meta?: { source?: string };
  /** The hash of the session that a response belongs to. */
  visit?: string;
  responseId?: string;
  startedAt?: string;
  /** How many views it has been told of, and how often it began anew. */
  views?: number;
  begunAnew?: number;
  focused?: ReadonlySet<string>;
  answered?: ReadonlySet<string>;
  last?: string;
  completed?: boolean;
  abandonedAt?: string;
  /** JSON: what the write brought that made `writes` what it is. */
  events?: string;
  writes?: number;
  at?: string;
  /** JSON: field, rule, how often. */
  counts?: string;
};

export type Addition = { key: Key; attribute: string; by: number };

/** What one change does to the counters. */
export type CounterDelta = {
  /** The form, or the webhook, that what is counted belongs to: once one is gone, nothing is counted anew. */
  owners: Key[];
  /** The item that remembers how far the changes of this partition are counted. */
  guard: Key;
  additions: Addition[];
  /** The sort key of a new row, and the counters that have to know of it: readers count newer rows themselves. */
  newest?: { sortKey: string; counters: Key[] };
};

/** Subtracts one from the old state and adds one to the new; empty when they are the same. */
export function transition<T extends string>(from: T | undefined, to: T | undefined): { what: T; by: number }[] {
  if (from === to) return [];
  return [...(from === undefined ? [] : [{ what: from, by: -1 }]), ...(to === undefined ? [] : [{ what: to, by: 1 }])];
}

/** Adds to what the day of this time (ms since the epoch) counts, in each scope. */
export function dayAdditions(scopes: readonly string[], time: number, what: Counted, by: number): Addition[] {
  const attribute = quarterAttribute(time, what);
  return scopes.map(scope => ({ key: keyOf('dayCounts', { scope, day: dayOf(time) }), attribute, by }));
}

/** Adds to what is counted of a form's fields: in the day, and in its quarter hour for days of another time zone. */
export function fieldAdditions(scope: string, time: number, attribute: string, by: number): Addition[] {
  const day = dayOf(time);
  return [
    { key: keyOf('fieldDayCounts', { scope, day }), attribute, by },
    { key: keyOf('fieldQuarterCounts', { scope, day, quarter: quarterOf(time) }), attribute, by },
  ];
}
