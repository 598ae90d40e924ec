import { responseId, timeKey } from '../../ids.ts';
import { responseOfRecord } from '../../store/forms/idempotency.ts';
import { partitionOf, partsOf, prefixOf } from '../../store/keys.ts';
import { shownReceiver } from '../../store/receivers/deliveries-of-response.ts';
import { receiverIdsOf, receiversOf } from '../../store/receivers/receivers.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import type { FoundBatch } from '../../store/responses/found-responses.ts';
import { batchDelete, type Item } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import type { RequestProgress } from './found-batches.ts';
import { pagesFrom, type Walk } from './pages.ts';

/** Longer than a delivery is stored: eight days of attempts, and thirty after its end. */
export const deliveriesKeptMs = 40 * 24 * 3600_000;

/** A place after every partition. */
const theEnd = { partition: '~', after: '~' };

/**
 * Removes the idempotency keys of these responses, the deliveries about them or their visits, and their entries in
 * digests. It may be repeated.
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
  let current = request;
  for await (const { items, place } of pagesFrom(await walksOf(request.environmentId, formIds), request.place)) {
    const traces = items.filter(item => namesIn(item).some(name => names.has(name)));
    // Noted before they are deleted, because afterwards nobody knows it.
    const noted = await noteReceivers(current, traces);
    if (!noted) return undefined;
    current = noted;
    await batchDelete(traces);
    if (Date.now() < deadline) continue;
    await saveRequest(current, { place }, { due: Date.now() });
    return undefined;
  }
  return { ...current, place: theEnd };
}

/** Notes the receivers that got one of these deliveries. */
async function noteReceivers(request: DataSubjectRequest, traces: readonly Item[]): RequestProgress {
  const { disclosedTo = [] } = request;
  const known = new Set(disclosedTo.map(({ id }) => id));
  const addresses = traces
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ pk }) => partsOf('delivery', 'pk', pk) ?? [])
    .filter(({ webhook }) => !known.has(webhook));
  if (addresses.length === 0) return request;
  const ids = new Set(addresses.map(({ webhook }) => webhook));
  const owners = [...new Set(addresses.map(({ owner }) => owner))];
  const receivers = (await Promise.all(owners.map(receiversOf))).flatMap(each => each.receivers);
  const added = receivers.map(shownReceiver).filter(({ id }) => ids.has(id));
  // Receivers that are deleted have no name to show.
  return added.length === 0 ? request : saveRequest(request, { disclosedTo: [...disclosedTo, ...added] });
}

/** Returns the names of the responses and their visits in other items. */
function namesOf(batches: readonly FoundBatch[]): ReadonlySet<string> {
  const names = batches.flatMap(({ formId, responses }) =>
    responses.flatMap(({ sortKey, visit }) => [responseId(formId, sortKey), ...(visit ? [`${formId} ${visit}`] : [])]),
  );
  return new Set(names);
}

/** Returns the names of responses and visits in an idempotency record, a delivery, or an entry of a digest. */
function namesIn({ event, ...record }: Item): string[] {
  const entry = partsOf('digestEntry', 'pk', record.pk) && partsOf('digestEntry', 'sk', record.sk);
  if (entry) return [entry.response];
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
  const receivers = (await Promise.all([environmentId, ...formIds].map(addressesOf))).flat();
  const span = { ...wholeSpan, low: timeKey(Date.now() - deliveriesKeptMs) };
  const attributes = ['pk', 'sk', 'event', 'status'];
  const deliveries = receivers.map(address => ({
    partition: partitionOf('delivery', 'pk', address),
    span,
    attributes,
  }));
  const digests = receivers.map(({ owner, webhook: integration }) => ({
    partition: partitionOf('digestEntry', 'pk', { owner, integration }),
    span,
  }));
  return [...keys, ...deliveries, ...digests].sort((a, b) => (a.partition < b.partition ? -1 : 1));
}

const addressesOf = async (owner: string) => (await receiverIdsOf(owner)).map(webhook => ({ owner, webhook }));
