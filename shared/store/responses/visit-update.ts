import { type Expression, expression, type ItemUpdate, ifAbsent } from '../expression.ts';
import { type Key, keyOf } from '../keys.ts';

const keptSeconds = 30 * 24 * 3600;

/** A write of a visit. */
export type VisitUpdate = {
  /** The time of the update (ISO 8601). */
  at: string;
  /** Attributes with their new values; `undefined` removes one. */
  set?: Readonly<Record<string, unknown>>;
  /** Attributes that are set only once. */
  once?: Readonly<Record<string, string>>;
  /** Members to add to sets. */
  add?: Readonly<Record<string, readonly string[]>>;
  /** Attributes to increase, and by how much. */
  count?: Readonly<Record<string, number>>;
  /** The response that the visit must have for the write to succeed; `null` for none. */
  ifResponse?: string | null;
};

export const visitKey = (form: string, sha256: string): Key =>
  keyOf('visit', { form, slice: sha256.slice(0, 1), sha256 });

/**
 * Returns the change of the item. The events in a visit are those of its latest write, for the stream's readers. A
 * write without events removes them and increases a counter, so that no two writes make the same item.
 */
export function changeOfVisit({ at, set, once = {}, add = {}, count, ifResponse }: VisitUpdate): ItemUpdate {
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
