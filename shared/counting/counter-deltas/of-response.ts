import type { Counted } from '../../domain/analytics/counted.ts';
import { fieldAttribute } from '../../domain/analytics/field-counts.ts';
import type { ResponseStatus } from '../../domain/responses/response.ts';
import { timeOf } from '../../ids.ts';
import { keyOf, partsOf } from '../../store/keys.ts';
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
      ...visitOfItsOwn(form, time, before, after),
    ],
  };
}

function reported(before: Image | undefined, after: Image | undefined): { what: Counted; by: number }[] {
  if (!after) return before?.status ? [{ what: removals[before.status as ResponseStatus], by: 1 }] : [];
  const begins = !before && isVisitOfItsOwn(after);
  const begun: Counted[] = begins ? ['view', 'start'] : [];
  return [...transition(byServer(before), byServer(after)), ...begun.map(what => ({ what, by: 1 }))];
}

const byServer = (image?: Image) =>
  image?.meta?.source === 'server' && image.status === 'completed' ? 'completedByServer' : undefined;

/** A browser that names no session made one visit of its submission: it viewed, started, answered, and left. */
const isVisitOfItsOwn = ({ meta, visit }: Image): boolean => meta?.source === 'browser' && visit === undefined;

function visitOfItsOwn(form: string, time: number, before?: Image, after?: Image): Addition[] {
  if (!after || !isVisitOfItsOwn(after)) return [];
  const answered = before ? [] : fieldsIn(after).map(field => fieldAttribute('answeredFirst', field));
  return [...answered.map(what => ({ what, by: 1 })), ...transition(droppedAt(before), droppedAt(after))].map(
    ({ what, by }) => ({ scope: form, time, name: what, by }),
  );
}

function droppedAt(image?: Image): string | undefined {
  const last = image && image.status !== 'completed' ? fieldsIn(image).at(-1) : undefined;
  return last && fieldAttribute('last', last);
}

const fieldsIn = ({ answers }: Image): string[] => Object.keys(JSON.parse(answers ?? '{}'));
