import { errorAttribute, fieldAttribute } from '../../domain/analytics/field-counts.ts';
import { keyOf } from '../../store/keys.ts';
import {
  type Addition,
  type Change,
  type CounterDelta,
  type Image,
  timedAdditions,
  transition,
} from './counter-delta.ts';

type Event = { type: string; fieldId?: string; rule?: string };

/** What a write of a visit adds; its removal, when its time is up or its form goes, takes nothing away. */
export function deltaOfVisit({ form }: { form: string }, { before, after }: Change): CounterDelta | undefined {
  const environmentId = after?.environmentId;
  // One that was moved to another session was counted where it began.
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

/** Each view and each error, of the events that this very write brought. */
function ofEvents(form: string, scopes: readonly string[], before: Image | undefined, after: Image): Addition[] {
  if (!after.events || !after.at || after.writes === before?.writes) return [];
  const time = Date.parse(after.at);
  const events: Event[] = JSON.parse(after.events);
  return events.flatMap(({ type, fieldId, rule }) => {
    if (type === 'view') return timedAdditions(scopes, time, 'view', 1);
    return type === 'error' && fieldId ? [{ scope: form, time, name: errorAttribute(fieldId, rule), by: 1 }] : [];
  });
}

/** Nobody starts what was not shown: of a visit with more starts than views, each further start counts as a view. */
function ofUntoldViews(scopes: readonly string[], before: Image | undefined, after: Image): Addition[] {
  const by = untoldViews(after) - untoldViews(before);
  const { startedAt } = by > 0 ? after : (before ?? after);
  return by === 0 || startedAt === undefined ? [] : timedAdditions(scopes, Date.parse(startedAt), 'view', by);
}

function untoldViews({ startedAt, views = 0, begunAnew = 0, spam }: Image = {}): number {
  const starts = startedAt === undefined ? 0 : begunAnew + (spam ? 0 : 1);
  return Math.max(starts - views, 0);
}

/** How far a visit that has started has come, once for each step. One that begins anew leaves what was before as it is. */
function ofProgress(form: string, scopes: readonly string[], before: Image | undefined, after: Image): Addition[] {
  if (!after.startedAt) return [];
  const known = isSameVisit(before, after) ? before : undefined;
  const same = known?.spam ? undefined : known;
  // Of spam nothing counts; what did before it was, is taken back.
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

/** One may begin anew in the millisecond in which the one before began. */
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

/** When a visit was given up that has left no response: one that did is counted by its response. */
const abandonedAt = (image?: Image): string | undefined => (image?.responseId ? undefined : image?.abandonedAt);
