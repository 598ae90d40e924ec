import { createHash } from 'node:crypto';
import type { Image } from '../../shared/counting/counter-deltas/counter-delta.ts';
import { type Key, keyOf } from '../../shared/store/keys.ts';

/** Returns the item of a visit after each kind of write by the endpoints. */

export type Reported = { type: string; fieldId?: string; rule?: string };

/** Returns the item after events that a browser reported together. */
export function afterEvents(before: Image | undefined, environmentId: string, at: string, events: Reported[]): Image {
  const focused = events.flatMap(({ type, fieldId }) => (type === 'focus' && fieldId ? [fieldId] : []));
  const abandon = events.find(({ type }) => type === 'abandon');
  const startedAt = before?.startedAt ?? (focused.length > 0 ? at : undefined);
  return {
    ...before,
    ...{ environmentId, at, startedAt },
    writes: (before?.writes ?? 0) + 1,
    views: (before?.views ?? 0) + events.filter(({ type }) => type === 'view').length,
    events: JSON.stringify(events),
    focused: union(before?.focused, focused),
    last: abandon?.fieldId ?? focused.at(-1) ?? before?.last,
    abandonedAt: abandon ? at : focused.length > 0 ? undefined : before?.abandonedAt,
  };
}

type Save = { answers: readonly string[]; completes: boolean; responseId?: string; anew: boolean };

/** Returns the item after a submission from a browser. */
export function afterSave(
  earlier: Image | undefined,
  environmentId: string,
  at: string,
  { answers, completes, responseId, anew }: Save,
): Image {
  const begunAnew = (earlier?.begunAnew ?? 0) + (anew && earlier?.startedAt !== undefined ? 1 : 0);
  const before: Image | undefined = anew ? { writes: earlier?.writes, views: earlier?.views } : earlier;
  const added = answers.filter(id => !before?.answered?.has(id));
  return {
    ...before,
    ...{ environmentId, at, responseId, begunAnew },
    startedAt: before?.startedAt ?? at,
    answered: union(before?.answered, answers),
    last: added.at(-1) ?? before?.last,
    completed: completes || before?.completed,
    abandonedAt: undefined,
    events: undefined,
  };
}

/** Returns undefined for an empty set, because a set in DynamoDB needs a member. */
function union(before: ReadonlySet<string> | undefined, added: readonly string[]): Set<string> | undefined {
  const all = new Set([...(before ?? []), ...added]);
  return all.size > 0 ? all : undefined;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function visitKey(form: string, session: string): Key {
  const hash = sha256(session);
  return keyOf('visit', { form, slice: hash.slice(0, 1), sha256: hash });
}
