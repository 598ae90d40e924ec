import { type Change, type Expression, expression, ifAbsent } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';

const keptSeconds = 30 * 24 * 3600;

/** A write of a visit. */
export type VisitUpdate = {
  /** When it counts. */
  at: string;
  /** Attributes with their new values; `undefined` takes one away. */
  set?: Readonly<Record<string, unknown>>;
  /** What stays as it is once it is there. */
  once?: Readonly<Record<string, string>>;
  /** Members that come to a set. */
  add?: Readonly<Record<string, readonly string[]>>;
  /** What counts up, and by how much. */
  count?: Readonly<Record<string, number>>;
  /** Which response the visit must have for the write to hold; `null` for none. */
  ifResponse?: string | null;
};

export const visitKey = (form: string, sha256: string): Key =>
  keyOf('visit', { form, slice: sha256.slice(0, 1), sha256 });

/**
 * The change of the item. The events in a visit are those that its latest write brought, for the readers of the stream: a
 * write that brings none takes them away, and counts up, so that no two writes make the same item.
 */
export function changeOfVisit({ at, set, once = {}, add = {}, count, ifResponse }: VisitUpdate): Change {
  const values = {
    events: undefined,
    receivedAt: undefined,
    ...set,
    at,
    ttl: Math.floor(Date.now() / 1000) + keptSeconds,
  };
  const counts = Object.entries({ writes: 1, ...count }).filter(([, by]) => by > 0);
  const members = Object.entries(add).filter(([, ids]) => ids.length > 0);
  return {
    set: {
      ...values,
      ...Object.fromEntries(Object.entries(once).map(([name, value]) => [name, ifAbsent(name, value)])),
    },
    add: Object.fromEntries([...counts, ...members.map(([name, ids]) => [name, new Set(ids)] as const)]),
    remove: Object.entries(values).flatMap(([name, value]) => (value === undefined ? [name] : [])),
    if: ifResponse === undefined ? undefined : hasResponse(ifResponse),
  };
}

const hasResponse = (id: string | null): Expression =>
  id === null ? expression`attribute_not_exists(responseId)` : expression`responseId = ${id}`;
