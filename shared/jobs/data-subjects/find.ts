import { setTimeout as pause } from 'node:timers/promises';
import type { Answers } from '../../domain/responses/answers.ts';
import { matcherOf } from '../../domain/responses/data-subject.ts';
import { shardNames, timeKey } from '../../ids.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import { partitionOf, partsOf } from '../../store/keys.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { foundBatchWrite } from '../../store/responses/found-responses.ts';
import { fromItem } from '../../store/responses/responses.ts';
import { openResponse } from '../../store/responses/sealed-answers.ts';
import type { Item } from '../../store/table.ts';
import { readSortKeys, wholeSpan } from '../../store/timeline.ts';
import { pagesFrom, type Walk } from './pages.ts';

/** How late the index of forms may be. */
const indexLagMs = 2000;

/**
 * Finds the responses of all forms that name the person, of those that were submitted until the request was made. What a
 * page has of them is stored with the progress: whoever is killed has lost nothing, and nothing is found twice.
 *
 * @param deadline when to stop and be due again: ms since the epoch
 * @returns undefined when it was stopped, by time or by another run
 */
export async function find(request: DataSubjectRequest, deadline: number): Promise<DataSubjectRequest | undefined> {
  await pause(Math.max(0, Date.parse(request.createdAt) + indexLagMs - Date.now()));
  const matches = matcherOf(request.fingerprint ?? { salt: '', hash: '' });
  let current: DataSubjectRequest | undefined = request;
  for await (const { walk, items, place } of pagesFrom(responsesOf(request), request.place)) {
    const found = await matching(walk.stored, items, matches);
    const isLate = Date.now() >= deadline;
    if (items.length > 0 || isLate) current = await savePage(current, { place, isLate }, walk.stored.form.id, found);
    if (!current || isLate) return undefined;
  }
  return saveRequest(current, { place: undefined, step: 1 });
}

/** The responses of the environment's forms that were there at the time, then the spam, from where an earlier run stopped. */
async function* responsesOf(request: DataSubjectRequest) {
  const isInSpam = partsOf('spam', 'pk', request.place?.partition ?? '') !== undefined;
  // The names of partitions sort as the kinds do, then the forms, then the shards.
  if (!isInSpam) yield* rowsOf('response', request);
  yield* rowsOf('spam', request);
}

async function* rowsOf(itemType: 'response' | 'spam', { environmentId, createdAt, place }: DataSubjectRequest) {
  const forms = partitionOf('form', 'gsi1pk', { environmentId });
  const low = place && partsOf(itemType, 'pk', place.partition)?.form;
  // A time's key is less than every sort key of its millisecond, so the upper bound is exclusive.
  const span = { ...wholeSpan, high: timeKey(Date.parse(createdAt) + 1) };
  const ids = readSortKeys({ index: 'lists', partitions: [forms] }, forms, { ...wholeSpan, ...(low && { low }) });
  for await (const form of ids) {
    const stored = await getForm(form);
    const shards = stored ? shardNames(stored.shards) : [];
    const partitions = shards.map(shard => partitionOf(itemType, 'pk', { form, shard }));
    if (stored) yield* partitions.map((partition): Walk & { stored: StoredForm } => ({ stored, partition, span }));
  }
}

/** The items whose answers match, sealed ones too. */
async function matching(stored: StoredForm, items: readonly Item[], matches: (answers: Answers) => boolean) {
  const responses = await Promise.all(items.map(item => openResponse(stored, fromItem(item, stored.form))));
  return items.filter((_, index) => matches(responses[index]?.answers ?? {}));
}

type Progress = Pick<DataSubjectRequest, 'place'> & { isLate: boolean };

/** Stores how far the search has come, and with it what it has found. */
function savePage(
  request: DataSubjectRequest,
  { place, isLate }: Progress,
  formId: string,
  found: readonly Item[],
): Promise<DataSubjectRequest | undefined> {
  const due = isLate ? Date.now() : undefined;
  if (found.length === 0) return saveRequest(request, { place }, { due });
  const { batches: number, forms } = request;
  const responses = found.map(({ sk: sortKey, visit }) => ({ sortKey, ...(typeof visit === 'string' && { visit }) }));
  const { found: before, erased } = forms[formId] ?? { found: 0, erased: 0 };
  const counts = { ...forms, [formId]: { found: before + found.length, erased } };
  const write = foundBatchWrite(request.id, { number, formId, responses });
  return saveRequest(request, { place, forms: counts, batches: number + 1 }, { due, writes: [write] });
}
