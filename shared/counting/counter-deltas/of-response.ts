import { type Counted, placesSeen } from '../../domain/analytics/counted.ts';
import { fieldAttribute } from '../../domain/analytics/field-counts.ts';
import type { ResponseStatus } from '../../domain/responses/response.ts';
import { timeOf } from '../../ids.ts';
import { keyOf, partsOf, spamScope } from '../../store/keys.ts';
import {
  type Addition,
  type Change,
  type CounterDelta,
  type Image,
  timedAdditions,
  transition,
} from './counter-delta.ts';
import { rowDelta } from './of-row.ts';

const removals: Readonly<Record<ResponseStatus, Counted>> = {
  completed: 'removedCompleted',
  partial: 'removedPartial',
  abandoned: 'removedAbandoned',
};

/** A response counts by what exists, and by what reports have ever counted: a removal lowers the first alone. */
export function deltaOfResponse(
  { form, shard }: { form: string; shard: string },
  change: Change,
): CounterDelta | undefined {
  const { before, after } = change;
  const index = partsOf('response', 'gsi1pk', after?.gsi1pk ?? before?.gsi1pk ?? '');
  if (!index) return undefined;
  const lists = [
    { scope: form, shard },
    { scope: index.environmentId, shard: index.indexShard },
  ];
  const scopes = lists.map(({ scope }) => scope);
  const row = rowDelta(lists, change);
  const time = timeOf(change.key.sk);
  return {
    ...row,
    owner: { scope: form, keys: [keyOf('form', { form })] },
    additions: [
      ...row.additions,
      ...reported(before, after).flatMap(({ what, by }) => timedAdditions(scopes, time, what, by)),
      ...(!before && after?.was === 'spam' ? timedAdditions(scopes, time, 'spamBlocked', -1) : []),
      ...visitOfItsOwn(form, time, before, after),
      ...placesTaken(form, before, after),
    ],
  };
}

/** Spam has lists of its own. As it comes it counts as such; and what it counted before, as another response, is taken back. */
export function deltaOfSpam(
  { form, shard }: { form: string; shard: string },
  change: Change,
): CounterDelta | undefined {
  const { before, after } = change;
  const index = partsOf('spam', 'gsi1pk', after?.gsi1pk ?? before?.gsi1pk ?? '');
  if (!index) return undefined;
  const scopes = [form, index.environmentId];
  const row = rowDelta(
    [
      { scope: spamScope(form), shard },
      { scope: spamScope(index.environmentId), shard: index.indexShard },
    ],
    change,
  );
  const time = timeOf(change.key.sk);
  const came = before ? undefined : after;
  return {
    ...row,
    owner: { scope: form, keys: [keyOf('form', { form })] },
    additions: [
      ...row.additions,
      ...(came ? timedAdditions(scopes, time, 'spamBlocked', 1) : []),
      ...(came?.was ? takenBack(form, scopes, time, { ...came, status: came.was }) : []),
    ],
  };
}

/** The opposite of all that a response has counted when it is removed. */
function takenBack(form: string, scopes: readonly string[], time: number, image: Image): Addition[] {
  const removed: Counted = removals[image.status as ResponseStatus];
  const ofScopes = [removed, ...(byServer(image) ? [byServer(image) as Counted] : []), ...begun(image)];
  const last = droppedAt(image);
  const ofForm = [...fieldsIn(image).map(field => fieldAttribute('answeredFirst', field)), ...(last ? [last] : [])];
  return [
    ...ofScopes.flatMap(what => timedAdditions(scopes, time, what, -1)),
    ...(isVisitOfItsOwn(image) ? ofForm : []).map(name => ({ scope: form, time, name, by: -1 })),
  ];
}

const begun = (image: Image): Counted[] => (isVisitOfItsOwn(image) ? ['view', 'start'] : []);

/** What was removed has given its place back by its status; what comes back, from an archive or the spam, takes none. */
function placesTaken(scope: string, before?: Image, after?: Image): Addition[] {
  const isNews = after !== undefined && (before !== undefined || (after.restoredAt ?? after.was) === undefined);
  const by = isNews ? (after.places ?? 0) - (before?.places ?? 0) : 0;
  return by > 0 ? [{ scope, name: placesSeen, by }] : [];
}

function reported(before: Image | undefined, after: Image | undefined): { what: Counted; by: number }[] {
  if (!after) return before?.status ? [{ what: removals[before.status as ResponseStatus], by: 1 }] : [];
  // Restored, it takes its removal back, and was counted for all the rest when it was submitted.
  if (isRestored(before, after)) return [{ what: removals[after.status as ResponseStatus], by: -1 }];
  const visit = before ? [] : begun(after);
  return [...transition(byServer(before), byServer(after)), ...visit.map(what => ({ what, by: 1 }))];
}

const isRestored = (before: Image | undefined, after: Image): boolean => !before && after.restoredAt !== undefined;

/** What was imported came from no browser either. */
const byServer = ({ meta, status }: Image = {}) =>
  meta?.source !== undefined && meta.source !== 'browser' && status === 'completed' ? 'completedByServer' : undefined;

/** A browser that names no session made one visit of its submission: it viewed, started, answered, and left. */
const isVisitOfItsOwn = ({ meta, visit }: Image): boolean => meta?.source === 'browser' && visit === undefined;

function visitOfItsOwn(form: string, time: number, before?: Image, after?: Image): Addition[] {
  if (!after || !isVisitOfItsOwn(after) || isRestored(before, after)) return [];
  const answered = before ? [] : fieldsIn(after).map(field => fieldAttribute('answeredFirst', field));
  return [...answered.map(what => ({ what, by: 1 })), ...transition(droppedAt(before), droppedAt(after))].map(
    ({ what, by }) => ({ scope: form, time, name: what, by }),
  );
}

function droppedAt(image?: Image): string | undefined {
  const last = image && image.status !== 'completed' ? fieldsIn(image).at(-1) : undefined;
  return last && fieldAttribute('last', last);
}

const fieldsIn = ({ answers, answeredFirst }: Image): string[] =>
  answeredFirst ?? Object.keys(JSON.parse(answers ?? '{}'));
