import { responseId, timeKey } from '../../ids.ts';
import { responseOfRecord } from '../../store/forms/idempotency.ts';
import { partitionOf, prefixOf } from '../../store/keys.ts';
import { receiverIdsOf } from '../../store/receivers/receivers.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import type { FoundBatch } from '../../store/responses/found-responses.ts';
import { batchDelete, type Item } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { pagesFrom, type Walk } from './pages.ts';

/** Longer than a delivery is stored: eight days of attempts, and thirty after its end. */
const deliveriesKeptMs = 40 * 24 * 3600_000;

/** A place after every partition. */
const theEnd = { partition: '~', after: '~' };

/**
 * Removes the idempotency keys of these responses, and the deliveries about them or their visits. It may be repeated.
 *
 * @returns the request with its progress; undefined when it was stopped, by time or by another run
 */
export async function removeTraces(
  request: DataSubjectRequest,
  batches: readonly FoundBatch[],
  deadline: number,
): Promise<DataSubjectRequest | undefined> {
  const formIds = [...new Set(batches.map(({ formId }) => formId))];
  const names = namesOf(batches);
  for await (const { items, place } of pagesFrom(await walksOf(request.environmentId, formIds), request.place)) {
    await batchDelete(items.filter(item => namesIn(item).some(name => names.has(name))));
    if (Date.now() < deadline) continue;
    await saveRequest(request, { place }, { due: Date.now() });
    return undefined;
  }
  return { ...request, place: theEnd };
}

/** Returns the names of the responses and their visits in other items. */
function namesOf(batches: readonly FoundBatch[]): ReadonlySet<string> {
  const names = batches.flatMap(({ formId, responses }) =>
    responses.flatMap(({ sortKey, visit }) => [responseId(formId, sortKey), ...(visit ? [`${formId} ${visit}`] : [])]),
  );
  return new Set(names);
}

/** Returns the names of responses and visits in an idempotency record or a delivery. */
function namesIn({ event, ...record }: Item): string[] {
  if (event === undefined) return [responseOfRecord(record)];
  const { formId, responseId: ofEvent, sessionId } = JSON.parse(String(event));
  return [...(ofEvent ? [ofEvent] : []), ...(sessionId ? [`${formId} ${sessionId}`] : [])];
}

/** Returns the partitions to search, in order of name. */
async function walksOf(environmentId: string, formIds: readonly string[]): Promise<Walk[]> {
  const idempotency = formIds.flatMap(form =>
    [...'0123456789abcdef'].map(slice => partitionOf('idempotency', 'pk', { form, slice })),
  );
  const prefix = prefixOf('idempotency');
  const keys = idempotency.map(partition => ({ partition, span: { low: prefix, high: `${prefix}~` } }));
  const owners = await Promise.all([environmentId, ...formIds].map(receiversOf));
  const span = { ...wholeSpan, low: timeKey(Date.now() - deliveriesKeptMs) };
  const attributes = ['pk', 'sk', 'event'];
  const deliveries = owners.flat().map(partition => ({ partition, span, attributes }));
  return [...keys, ...deliveries].sort((a, b) => (a.partition < b.partition ? -1 : 1));
}

const receiversOf = async (owner: string): Promise<string[]> =>
  (await receiverIdsOf(owner)).map(webhook => partitionOf('delivery', 'pk', { owner, webhook }));
