import { batchesOf } from '../../batches.ts';
import { identifyingFields, matcherOf } from '../../domain/responses/data-subject.ts';
import { minuteMs } from '../../durations.ts';
import { firstSortKey, responseId, timeOf } from '../../ids.ts';
import { archivesOf } from '../../store/forms/archives.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { getForm, responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import { partitionOf, partsOf, partsOfResponse, type ResponseType, responseTypes } from '../../store/keys.ts';
import {
  type DataSubjectRequest,
  type ScanPosition,
  saveRequest,
} from '../../store/responses/data-subject-requests.ts';
import { foundBatchWrite, readAllBatches } from '../../store/responses/found-responses.ts';
import { withAllAnswers } from '../../store/responses/moved-answers.ts';
import { responseIdOf } from '../../store/responses/moved-responses.ts';
import { fromItem } from '../../store/responses/responses.ts';
import { openResponse } from '../../store/responses/sealed-answers.ts';
import type { Item } from '../../store/table.ts';
import { readSortKeys, wholeSpan } from '../../store/timeline.ts';
import { untilIndexed } from '../requests.ts';
import { mayHaveArchives } from './archived-items.ts';
import { pagesFrom, type Walk } from './pages.ts';

/** The maximum number of responses in a batch. Their sort keys must fit in one item. */
const batchMax = 1000;

/**
 * Finds the responses of all forms that name the person and were submitted before the request. What a page yields is
 * stored with the progress, so a killed run loses nothing, and nothing is found twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 * @returns undefined when it was stopped, by time or by another run
 */
export async function find(request: DataSubjectRequest, deadline: number): Promise<DataSubjectRequest | undefined> {
  await untilIndexed(request);
  if (!request.place && (await isRestoring(request.environmentId))) {
    await saveRequest(request, {}, { due: Date.now() + minuteMs });
    return undefined;
  }
  return findStored(request, deadline);
}

async function findStored(request: DataSubjectRequest, deadline: number): Promise<DataSubjectRequest | undefined> {
  let current: DataSubjectRequest | undefined = request;
  for await (const { walk, items, place } of pagesFrom(responsesOf(request), request.place)) {
    const found = await newlyFound(current, await matching(walk.stored, startedBefore(request, items), request));
    const due = Date.now() >= deadline ? Date.now() : undefined;
    if (items.length > 0 || due) current = await saveFound(current, place, walk.stored.form.id, found, { due });
    if (!current || due) return undefined;
  }
  return saveRequest(current, { place: undefined, step: current.step + 1 });
}

/**
 * Returns the items that started before the request. A response that is completed meanwhile moves after the existing
 * ones.
 */
const startedBefore = ({ createdAt }: DataSubjectRequest, items: readonly Item[]): Item[] =>
  items.filter(({ sk }) => timeOf(firstSortKey(sk)) <= Date.parse(createdAt));

/** Leaves out responses that were found before they were completed or restricted. */
async function newlyFound({ id, createdAt }: DataSubjectRequest, found: readonly Item[]): Promise<readonly Item[]> {
  const isCompletedSince = ({ sk }: Item) => timeOf(sk) > Date.parse(createdAt);
  const isRestricted = ({ pk }: Item) => partsOf('restricted', 'pk', pk) !== undefined;
  if (!found.some(item => isCompletedSince(item) || isRestricted(item))) return found;
  const known = new Set<string>();
  for await (const { formId, responses } of readAllBatches(id)) {
    for (const { sortKey } of responses) known.add(responseId(formId, sortKey));
  }
  return found.filter(item => !known.has(responseIdOf(item)));
}

/** Whether an archive is being restored. No other restoration starts until the request has ended. */
async function isRestoring(environmentId: string): Promise<boolean> {
  for await (const stored of readForms(environmentId, { order: 'asc' })) {
    const archives = mayHaveArchives(stored) ? await archivesOf(stored.form.id) : [];
    if (archives.some(({ state }) => state === 'restoring')) return true;
  }
  return false;
}

/**
 * Reads the environment's responses as of the request, then the restricted ones, then the spam, from where an earlier
 * run stopped. A restriction is not lifted while a request runs, so no response moves behind the search.
 */
async function* responsesOf(request: DataSubjectRequest) {
  const reached = partsOfResponse('pk', request.place?.partition ?? '')?.itemType ?? 'response';
  // Partition names sort by kind, then by form, then by shard.
  for (const itemType of responseTypes.slice(responseTypes.indexOf(reached))) yield* rowsOf(itemType, request);
}

async function* rowsOf(itemType: ResponseType, { environmentId, place }: DataSubjectRequest) {
  const forms = partitionOf('form', 'gsi1pk', { environmentId });
  const low = place && partsOf(itemType, 'pk', place.partition)?.form;
  const ids = readSortKeys({ index: 'lists', partitions: [forms] }, forms, { ...wholeSpan, ...(low && { low }) });
  for await (const form of ids) {
    const stored = await getForm(form);
    const partitions = stored ? responsePartitions(stored, itemType) : [];
    if (stored) {
      yield* partitions.map((partition): Walk & { stored: StoredForm } => ({ stored, partition, span: wholeSpan }));
    }
  }
}

/** Returns the items whose answers match, including sealed ones. */
export async function matching(
  stored: StoredForm,
  found: readonly Item[],
  { fingerprint, responsesMax, except = [] }: DataSubjectRequest,
) {
  const { fieldId } = fingerprint ?? {};
  // Requests of 0.2.0 have no limit, and take any field.
  if (fieldId !== undefined && responsesMax !== undefined && !identifyingFields(stored).has(fieldId)) return [];
  const matches = matcherOf(fingerprint ?? { salt: '', hash: '' });
  const items = await withAllAnswers(found);
  const responses = await Promise.all(items.map(item => openResponse(stored, fromItem(item, stored.form))));
  const kept = new Set(except);
  return items.filter((item, index) => matches(responses[index]?.answers ?? {}) && !kept.has(responseIdOf(item)));
}

/**
 * Stores the progress of the search together with what it has found.
 *
 * @param due when to continue, in ms since the epoch; without it, this run continues
 */
export function saveFound(
  request: DataSubjectRequest,
  place: ScanPosition,
  formId: string,
  found: readonly Item[],
  { due, archived = false }: { due?: number; archived?: boolean } = {},
): Promise<DataSubjectRequest | undefined> {
  if (found.length === 0) return saveRequest(request, { place }, { due });
  const responses = found.map(({ sk: sortKey, visit }) => ({ sortKey, ...(typeof visit === 'string' && { visit }) }));
  const batches = batchesOf(responses, batchMax).map((some, index) => {
    const number = request.batches + index;
    return foundBatchWrite(request.id, { number, formId, responses: some });
  });
  const before = request.forms[formId] ?? { found: 0, erased: 0, archived: 0 };
  const counts = {
    ...before,
    found: before.found + found.length,
    archived: (before.archived ?? 0) + (archived ? found.length : 0),
  };
  const forms = { ...request.forms, [formId]: counts };
  return saveRequest(request, { place, forms, batches: request.batches + batches.length }, { due, writes: batches });
}
