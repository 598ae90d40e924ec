import { type CounterName, placesSeen, unplacedOf } from '../../domain/analytics/counter-names.ts';
import { fieldAttribute } from '../../domain/analytics/field-counts.ts';
import type { ResponseStatus } from '../../domain/responses/response.ts';
import { quarterStart } from '../../domain/time/quarters.ts';
import { firstSortKey, timeOf } from '../../ids.ts';
import { keyOf, partsOf, spamScope } from '../../store/keys.ts';
import { answerAdditions } from './answers-delta.ts';
import {
  type Addition,
  type CounterDelta,
  type Image,
  type ImageChange,
  timedAdditions,
  transition,
} from './counter-delta.ts';
import { rowDelta } from './row-delta.ts';

const removals: Readonly<Record<ResponseStatus, CounterName>> = {
  completed: 'removedCompleted',
  partial: 'removedPartial',
  abandoned: 'removedAbandoned',
};

/**
 * Returns the effect of a change of a response. It counts in totals, and in reports; a removal lowers only the totals.
 */
export function deltaOfResponse(
  { form, shard }: { form: string; shard: string },
  change: ImageChange,
): CounterDelta | undefined {
  const { before, after } = change;
  if (movesAnswers(change)) return undefined;
  const index = partsOf('response', 'gsi1pk', after?.gsi1pk ?? before?.gsi1pk ?? '');
  if (!index) return undefined;
  const lists = [
    { scope: form, shard },
    { scope: index.environmentId, shard: index.indexShard },
  ];
  const scopes = lists.map(({ scope }) => scope);
  const row = rowDelta(lists, change);
  const times = timesOf(change.key);
  return {
    ...row,
    owner: { scope: form, keys: [keyOf('form', { form })] },
    additions: [
      ...row.additions,
      ...reported(before, after, times).flatMap(({ time, what, by }) => timedAdditions(scopes, time, what, by)),
      ...(!before && after?.was === 'spam' ? timedAdditions(scopes, times.submitted, 'spamBlocked', -1) : []),
      ...visitOfItsOwn(form, times.started, before, after),
      ...placesTaken(form, before, after),
      ...optionPlaces(form, before, after),
      ...answerAdditions(form, times.submitted, before, after),
    ],
  };
}

/** Whether answers go to the bucket of the form's owner or come back, which is all that such a write changes. */
const movesAnswers = ({ before, after }: ImageChange): boolean =>
  before !== undefined && after !== undefined && (before.answersAt === undefined) !== (after.answersAt === undefined);

/** The time of submission, and of the first save, where its visit counts; ms since the epoch. */
type Times = { submitted: number; started: number };

const timesOf = ({ sk }: ImageChange['key']): Times => ({ submitted: timeOf(sk), started: timeOf(firstSortKey(sk)) });

/**
 * Returns the effect of a change of spam, which has its own lists. New spam counts as such. What it counted before, as
 * a normal response, is subtracted.
 */
export function deltaOfSpam(
  { form, shard }: { form: string; shard: string },
  change: ImageChange,
): CounterDelta | undefined {
  const { before, after } = change;
  if (movesAnswers(change)) return undefined;
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
  const times = timesOf(change.key);
  const came = before ? undefined : after;
  const moved = came?.completes === undefined ? [] : timedAdditions(scopes, times.started, 'spamBlocked', -1);
  return {
    ...row,
    owner: { scope: form, keys: [keyOf('form', { form })] },
    additions: [
      ...row.additions,
      ...(came ? timedAdditions(scopes, times.submitted, 'spamBlocked', 1) : []),
      ...moved,
      ...(came?.was ? takenBack(form, scopes, times, { ...came, status: came.was }) : []),
    ],
  };
}

/** Returns the opposite of all that a response has counted when it is removed. */
function takenBack(form: string, scopes: readonly string[], times: Times, image: Image): Addition[] {
  const removed: CounterName = removals[image.status as ResponseStatus];
  const last = droppedAt(image);
  const ofForm = [...fieldsIn(image).map(field => fieldAttribute('answeredFirst', field)), ...(last ? [last] : [])];
  return [
    ...[{ time: times.submitted, what: removed, by: 1 }, ...stateOf(image, times), ...begun(image, times)].flatMap(
      ({ time, what, by }) => timedAdditions(scopes, time, what, -by),
    ),
    ...(isVisitOfItsOwn(image) ? ofForm : []).map(name => ({ scope: form, time: times.started, name, by: -1 })),
  ];
}

/** An event that a report counts at a time. */
type ReportedCount = { time: number; what: CounterName; by: number };

const begun = (image: Image, { started: time }: Times): ReportedCount[] =>
  isVisitOfItsOwn(image) ? (['view', 'start'] as const).map(what => ({ time, what, by: 1 })) : [];

/** Returns what a response counts while it is completed, and keeps when it is removed. */
function stateOf(image: Image | undefined, { submitted, started }: Times): ReportedCount[] {
  if (image?.status !== 'completed') return [];
  if (isByServer(image)) return [{ time: submitted, what: 'completedByServer', by: 1 }];
  const began = image.startedAt === undefined ? started : Date.parse(image.startedAt);
  if (quarterStart(began) === quarterStart(submitted)) return [];
  return [
    { time: began, what: 'completedLater', by: 1 },
    { time: submitted, what: 'completedLater', by: -1 },
  ];
}

/**
 * Returns the places taken. A removed response gives its place back through its status. One restored from an archive or
 * spam takes none.
 */
function placesTaken(scope: string, before?: Image, after?: Image): Addition[] {
  const by = takesNews(before, after) ? (after.places ?? 0) - (before?.places ?? 0) : 0;
  return by > 0 ? [{ scope, name: placesSeen, by }] : [];
}

/** Whether the places that a response has taken since are news to the counters. */
const takesNews = (before: Image | undefined, after: Image | undefined): after is Image =>
  after !== undefined && (before !== undefined || (after.restoredAt ?? after.was) === undefined);

/**
 * Returns the change of the places that an option's responses hold without having taken them. It is zero when a
 * response holds the place that it takes.
 */
function optionPlaces(scope: string, before?: Image, after?: Image): Addition[] {
  const seats = takesNews(before, after) ? after.seats : undefined;
  const names = new Set([...heldBy(before), ...heldBy(after), ...Object.keys(seats ?? {})]);
  return [...names].flatMap(name => {
    const held = Number(heldBy(after).includes(name)) - Number(heldBy(before).includes(name));
    const by = held - (seats ? (seats[name] ?? 0) - (before?.seats?.[name] ?? 0) : 0);
    return by === 0 ? [] : [{ scope, name: unplacedOf(name), by }];
  });
}

const heldBy = (image: Image | undefined): readonly string[] => (image?.status === 'completed' && image.chosen) || [];

function reported(before: Image | undefined, after: Image | undefined, times: Times): ReportedCount[] {
  const removal = (status: string | undefined, time: number, by: number): ReportedCount[] =>
    status === undefined ? [] : [{ time, what: removals[status as ResponseStatus], by }];
  if (!after) return removal(before?.status, times.submitted, 1);
  // A restored response reverses its removal. The rest was counted when it was submitted.
  if (isRestored(before, after)) return removal(after.status, times.submitted, -1);
  const changed = [...opposite(stateOf(before, times)), ...stateOf(after, times)];
  if (before) return changed;
  // A response that its completion has moved was not removed from its old place, and started there.
  if (after.completes) return [...changed, ...removal(after.completes, times.started, -1)];
  return [...changed, ...begun(after, times)];
}

const opposite = (all: readonly ReportedCount[]): ReportedCount[] => all.map(each => ({ ...each, by: -each.by }));

const isRestored = (before: Image | undefined, after: Image): boolean => !before && after.restoredAt !== undefined;

/** Imported responses did not come from a browser either. */
const isByServer = ({ meta }: Image): boolean => meta?.source !== undefined && meta.source !== 'browser';

/**
 * Whether a submission is a visit of its own. A browser without a session made one visit: it viewed, started, answered,
 * and left.
 */
const isVisitOfItsOwn = ({ meta, visit }: Image): boolean => meta?.source === 'browser' && visit === undefined;

function visitOfItsOwn(form: string, time: number, before?: Image, after?: Image): Addition[] {
  if (!after || !isVisitOfItsOwn(after) || isRestored(before, after)) return [];
  const last = before ?? (after.completes === undefined ? undefined : { ...after, status: after.completes });
  const answered = last ? [] : fieldsIn(after).map(field => fieldAttribute('answeredFirst', field));
  return [...answered.map(what => ({ what, by: 1 })), ...transition(droppedAt(last), droppedAt(after))].map(
    ({ what, by }) => ({ scope: form, time, name: what, by }),
  );
}

function droppedAt(image?: Image): string | undefined {
  const last = image && image.status !== 'completed' ? fieldsIn(image).at(-1) : undefined;
  return last && fieldAttribute('last', last);
}

const fieldsIn = ({ answers, answeredFirst }: Image): string[] =>
  answeredFirst ?? Object.keys(JSON.parse(answers ?? '{}'));
