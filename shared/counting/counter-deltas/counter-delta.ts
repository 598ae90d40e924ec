import { type Counted, letterOf } from '../../domain/analytics/counted.ts';
import type { Key } from '../../store/keys.ts';

/** A record of the table's stream: an item before and after one write. */
export type Change = {
  key: Key;
  /** Where the record lies in its shard of the stream: a number of up to 40 digits. */
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
  /** How many places the response has taken in a form that has so many: one with each time that it was completed. */
  places?: number;
  /** When it came back from an archive. */
  restoredAt?: string;
  startedAt?: string;
  /** How many views it has been told of, and how often it began anew. */
  views?: number;
  begunAnew?: number;
  /** A link has moved it to another session. */
  movedFrom?: string;
  focused?: ReadonlySet<string>;
  answered?: ReadonlySet<string>;
  last?: string;
  completed?: boolean;
  abandonedAt?: string;
  /** JSON: what the write brought that made `writes` what it is. */
  events?: string;
  writes?: number;
  at?: string;
  /** Of a response, what a person answered when it came, where that is not all that has an answer now. */
  answeredFirst?: string[];
  /** Of a response that was moved: from the spam, or to it, and then its status. */
  was?: string;
  /** Of a visit: its response is spam. */
  spam?: unknown;
  /** JSON: field, rule, how often. */
  counts?: string;
  /** How many submissions were taken for spam. */
  blocked?: number;
};

/** What is added to one counter of a scope: to the quarter hour of a time (ms since the epoch), or without one to what exists in all. */
export type Addition = { scope: string; time?: number; name: string; by: number };

/**
 * A new row, in the shard of a list, that the hour of a scope (that of its time), or its total, has to know of: readers count
 * newer rows themselves.
 */
export type NewRow = { scope: string; time?: number; shard: string; sortKey: string };

/** What one change does to the counters. */
export type CounterDelta = {
  /** Whose counters these are: a form or a webhook, and what has to be there for them to begin. */
  owner: { scope: string; keys: readonly Key[] };
  additions: Addition[];
  newest?: readonly NewRow[];
};

/** Subtracts one from the old state and adds one to the new; empty when they are the same. */
export function transition<T extends string>(from: T | undefined, to: T | undefined): { what: T; by: number }[] {
  if (from === to) return [];
  return [...(from === undefined ? [] : [{ what: from, by: -1 }]), ...(to === undefined ? [] : [{ what: to, by: 1 }])];
}

/** Adds to what is counted at this time, in each scope. */
export const timedAdditions = (scopes: readonly string[], time: number, what: Counted, by: number): Addition[] =>
  scopes.map(scope => ({ scope, time, name: letterOf(what), by }));
