import { type CounterName, letterOf } from '../../domain/analytics/counter-names.ts';
import type { Handling } from '../../domain/responses/response.ts';
import type { Key } from '../../store/keys.ts';

/** A record of the table's stream: an item before and after a write. */
export type ImageChange = {
  key: Key;
  /** The record's position in its shard of the stream: a number of up to 40 digits. */
  sequence: string;
  before?: Image;
  after?: Image;
};

/** The attributes of a form, a response, a delivery, a visit or a refusal record that decide what is counted. */
export type Image = {
  status?: string;
  /** How far the team has come with a response, unless it is open. */
  handling?: Handling;
  gsi1pk?: string;
  environmentId?: string;
  /** JSON, in the order of the form's fields. */
  answers?: string;
  /** How each answer is summed up. */
  kinds?: string;
  /** Where the answers are while they are not in the item. */
  answersAt?: unknown;
  meta?: { source?: string };
  /** The hash of the session that a response belongs to. */
  visit?: string;
  responseId?: string;
  /** The number of places the response has taken in a form with a limit: one each time it was completed. */
  places?: number;
  /** The names of the options with a limit that its answers choose. */
  chosen?: readonly string[];
  /** How often the response has taken a place in an option with a limit, by the option's name. */
  seats?: Readonly<Record<string, number>>;
  /** When it was restored from an archive. */
  restoredAt?: string;
  startedAt?: string;
  /** The number of views reported. `begunAnew` is the number of restarts. */
  views?: number;
  begunAnew?: number;
  /** Set when a link has moved it to another session. */
  movedFrom?: string;
  focused?: ReadonlySet<string>;
  answered?: ReadonlySet<string>;
  last?: string;
  completed?: boolean;
  abandonedAt?: string;
  /** JSON: the events of the write that set `writes` to its value. */
  events?: string;
  writes?: number;
  at?: string;
  /** The fields of a response that a person answered at first, if they differ from those with an answer now. */
  answeredFirst?: string[];
  /** The former status of a response that was moved to spam or back. */
  was?: string;
  /** The former status of a response that its completion has moved. */
  completes?: string;
  /** Set on a visit whose response is spam. */
  spam?: unknown;
  /** JSON: field, rule, count. */
  counts?: string;
  /** The number of submissions taken for spam. */
  blocked?: number;
};

/**
 * An addition to one counter of a scope: to the quarter hour of a time (ms since the epoch), or to the total without
 * one.
 */
export type Addition = { scope: string; time?: number; name: string; by: number };

/**
 * A new row in the shard of a list, which the hour of a scope (that of its time) or its total must know of. Readers
 * count newer rows themselves.
 */
export type NewRow = { scope: string; time?: number; shard: string; sortKey: string };

/** The effect of a change on the counters. */
export type CounterDelta = {
  /** The owner of the counters, a form or a webhook, and the items that must exist for them to be created. */
  owner: { scope: string; keys: readonly Key[] };
  additions: Addition[];
  newest?: readonly NewRow[];
};

/** Subtracts one from the old state and adds one to the new. Empty when they are the same. */
export function transition<T extends string>(from: T | undefined, to: T | undefined): { what: T; by: number }[] {
  if (from === to) return [];
  return [...(from === undefined ? [] : [{ what: from, by: -1 }]), ...(to === undefined ? [] : [{ what: to, by: 1 }])];
}

/** Returns additions to what is counted at this time, in each scope. */
export const timedAdditions = (scopes: readonly string[], time: number, what: CounterName, by: number): Addition[] =>
  scopes.map(scope => ({ scope, time, name: letterOf(what), by }));
