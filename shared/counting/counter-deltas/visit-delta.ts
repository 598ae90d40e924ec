import { errorAttribute, fieldAttribute } from '../../domain/analytics/field-counts.ts';
import { keyOf } from '../../store/keys.ts';
import {
  type Addition,
  type CounterDelta,
  type Image,
  type ImageChange,
  timedAdditions,
  transition,
} from './counter-delta.ts';

type Event = { type: string; fieldId?: string; rule?: string };

/** Returns what a write of a visit adds. Its removal, when it expires or its form is deleted, subtracts nothing. */
export function deltaOfVisit({ form }: { form: string }, { before, after }: ImageChange): CounterDelta | undefined {
  const environmentId = after?.environmentId;
  // A visit that was moved to another session was counted where it began.
  if (!environmentId || (!before && after.movedFrom)) return undefined;
  const scopes = [form, environmentId];
  return {
    owner: { scope: form, keys: [keyOf('form', { form })] },
    additions: [
      ...ofEvents(form, scopes, before, after),
      ...ofUntoldViews(scopes, before, after),
      ...ofProgress(form, scopes, before, after),
    ],
  };
}

/** Counts each view and each error among the events of this write. */
function ofEvents(form: string, scopes: readonly string[], before: Image | undefined, after: Image): Addition[] {
  if (!after.events || !after.at || after.writes === before?.writes) return [];
  const time = Date.parse(after.at);
  const events: Event[] = JSON.parse(after.events);
  return events.flatMap(({ type, fieldId, rule }) => {
    if (type === 'view') return timedAdditions(scopes, time, 'view', 1);
    return type === 'error' && fieldId ? [{ scope: form, time, name: errorAttribute(fieldId, rule), by: 1 }] : [];
  });
}

/**
 * Counts views that were not reported. Nobody starts a form that was not shown, so each start beyond the views counts
 * as a view.
 */
function ofUntoldViews(scopes: readonly string[], before: Image | undefined, after: Image): Addition[] {
  const by = untoldViews(after) - untoldViews(before);
  const { startedAt } = by > 0 ? after : (before ?? after);
  return by === 0 || startedAt === undefined ? [] : timedAdditions(scopes, Date.parse(startedAt), 'view', by);
}

function untoldViews({ startedAt, views = 0, begunAnew = 0, spam }: Image = {}): number {
  const starts = startedAt === undefined ? 0 : begunAnew + (spam ? 0 : 1);
  return Math.max(starts - views, 0);
}

/** Counts the progress of a started visit, once for each step. A restart leaves earlier progress as it is. */
function ofProgress(form: string, scopes: readonly string[], before: Image | undefined, after: Image): Addition[] {
  if (!after.startedAt) return [];
  const known = isSameVisit(before, after) ? before : undefined;
  const same = known?.spam ? undefined : known;
  // Spam counts nothing. What it counted before is subtracted.
  const [from, to, by] = after.spam ? [undefined, same, -1] : [same, after, 1];
  if (!to) return [];
  const startedAt = Date.parse(after.startedAt);
  const droppedNow = after.spam ? undefined : droppedAt(after);
  return [
    ...(from ? [] : timedAdditions(scopes, startedAt, 'start', by)),
    ...reached(from, to).map(name => ({ scope: form, time: startedAt, name, by })),
    ...transition(droppedAt(same), droppedNow).map(({ what, by }) => ({
      scope: form,
      time: startedAt,
      name: what,
      by,
    })),
    ...transition(abandonedAt(same), abandonedAt(after)).flatMap(({ what, by }) =>
      timedAdditions(scopes, Date.parse(what), 'visitAbandoned', by),
    ),
  ];
}

/** A visit may restart in the millisecond in which the previous one began. */
const isSameVisit = (before: Image | undefined, after: Image): boolean =>
  before?.startedAt === after.startedAt && (before?.begunAnew ?? 0) === (after.begunAnew ?? 0);

function reached(before: Image | undefined, after: Image): string[] {
  const answeredBefore = before?.answered ?? new Set();
  const focusedBefore = before?.focused ?? new Set();
  const focused = [...(after.focused ?? [])].filter(id => !focusedBefore.has(id) && !answeredBefore.has(id));
  const answered = [...(after.answered ?? [])].filter(id => !answeredBefore.has(id));
  return [
    ...focused.map(id => fieldAttribute('focusedFirst', id)),
    ...answered.map(id => fieldAttribute(after.focused?.has(id) ? 'answeredAfterFocus' : 'answeredFirst', id)),
  ];
}

const droppedAt = (image?: Image): string | undefined =>
  image?.last && !image.completed ? fieldAttribute('last', image.last) : undefined;

/** Returns when a visit without a response was abandoned. A visit with one is counted by its response. */
const abandonedAt = (image?: Image): string | undefined => (image?.responseId ? undefined : image?.abandonedAt);
