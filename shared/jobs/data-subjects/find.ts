import { batchesOf } from '../../batches.ts';
import { identifyingFields, matcherOf } from '../../domain/responses/data-subject.ts';
import { type Hit, hitFinderOf } from '../../domain/responses/mentions.ts';
import { inTime, type Replies } from '../../domain/responses/replies.ts';
import { minuteMs } from '../../durations.ts';
import { firstSortKey, responseId, timeOf } from '../../ids.ts';
import { archivesOf } from '../../store/forms/archives.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { getForm, responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import { partitionOf, partsOf, partsOfResponse, type ResponseType, responseTypes } from '../../store/keys.ts';
import {
  type DataSubjectRequest,
  exceptionsOf,
  type ScanPosition,
  saveRequest,
  untilOf,
} from '../../store/responses/data-subject-requests.ts';
import { foundBatchWrite, readAllBatches } from '../../store/responses/found-responses.ts';
import { withAllAnswers } from '../../store/responses/moved-answers.ts';
import { responseIdOf } from '../../store/responses/moved-responses.ts';
import { repliesIn } from '../../store/responses/replies.ts';
import { fromItem } from '../../store/responses/responses.ts';
import { openResponse } from '../../store/responses/sealed-answers.ts';
import type { Item } from '../../store/table.ts';
import { readSortKeys, wholeSpan } from '../../store/timeline.ts';
import { untilIndexed } from '../requests.ts';
import { mayHaveArchives } from './archived-items.ts';
import { pagesFrom, type Walk } from './pages.ts';

/** The maximum number of responses in a batch. Their sort keys must fit in one item. */
const batchMax = 1000;

/** The same for a search, which stores the places that are about the person. */
const hitsMax = 200;

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
function startedBefore(request: DataSubjectRequest, items: readonly Item[]): Item[] {
  const until = Date.parse(untilOf(request));
  return items.filter(({ sk }) => timeOf(firstSortKey(sk)) <= until);
}

/** Leaves out responses that were found before they were completed or restricted. */
async function newlyFound(request: DataSubjectRequest, found: readonly FoundItem[]): Promise<readonly FoundItem[]> {
  const until = Date.parse(untilOf(request));
  const isCompletedSince = ({ sk }: Item) => timeOf(sk) > until;
  const isRestricted = ({ pk }: Item) => partsOf('restricted', 'pk', pk) !== undefined;
  if (!found.some(item => isCompletedSince(item) || isRestricted(item))) return found;
  const known = new Set<string>();
  for await (const { formId, responses } of readAllBatches(request.id)) {
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

/** The item of a found response. Of a search, it has the places that are about the person. */
export type FoundItem = Item & { hit?: Hit };

/**
 * Returns the items of the responses that a request is about, also by sealed answers: those that name the person, and
 * of a search those that mention them.
 */
export async function matching(
  stored: StoredForm,
  found: readonly Item[],
  request: DataSubjectRequest,
): Promise<FoundItem[]> {
  const { fingerprint = { salt: '', hash: '' }, responsesMax, type } = request;
  const { fieldId } = fingerprint;
  const included = new Set(request.mentions);
  const kept = new Set(exceptionsOf(request).map(({ responseId }) => responseId));
  // Requests of 0.2.0 have no limit, and take any field.
  const identifies = fieldId === undefined || responsesMax === undefined || identifyingFields(stored).has(fieldId);
  if (!identifies && type !== 'search' && included.size === 0) return [];
  const [isNamed, hitOf] = [matcherOf(fingerprint), hitFinderOf(fingerprint)];
  const items = await withAllAnswers(found);
  const matched = items.map(async (item): Promise<FoundItem | undefined> => {
    const id = responseIdOf(item);
    if (kept.has(id)) return undefined;
    const { answers, notes } = await openResponse(stored, fromItem(item, stored.form));
    if (type !== 'search' && !included.has(id)) return identifies && isNamed(answers) ? item : undefined;
    const hit = hitOf({ answers, notes, replies: inTime(repliesIn(item as Item & { replies?: Replies })) }, identifies);
    return hit && { ...item, hit };
  });
  return (await Promise.all(matched)).filter(item => item !== undefined);
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
  found: readonly FoundItem[],
  { due, archived = false }: { due?: number; archived?: boolean } = {},
): Promise<DataSubjectRequest | undefined> {
  if (found.length === 0) return saveRequest(request, { place }, { due });
  const isSearch = request.type === 'search';
  const responses = found.map(({ sk: sortKey, visit, hit }) =>
    isSearch
      ? { sortKey, ...hit, ...(archived && { archived }) }
      : { sortKey, ...(typeof visit === 'string' && { visit }) },
  );
  const batches = batchesOf(responses, isSearch ? hitsMax : batchMax).map((some, index) => {
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
  const hits = request.hits && countHits(request.hits, found);
  const change = { place, forms, hits, batches: request.batches + batches.length };
  return saveRequest(request, change, { due, writes: batches });
}

type Hits = NonNullable<DataSubjectRequest['hits']>;

function countHits(before: Hits, found: readonly FoundItem[]): Hits {
  const after = { ...before };
  for (const { hit } of found) if (hit) after[hit.kind] += 1;
  return after;
}
