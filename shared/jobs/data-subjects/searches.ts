import { responseId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import {
  type DataSubjectRequest,
  endHits,
  getRequest,
  getRequests,
  requestIdsOf,
  requestKey,
  saveRequest,
} from '../../store/responses/data-subject-requests.ts';
import { batchKeysOf, readAllBatches, readBatches, thinOut } from '../../store/responses/found-responses.ts';
import { batchDelete } from '../../store/table.ts';
import type { RequestProgress } from './found-batches.ts';

/** Takes the erased responses off the hits of earlier searches. It may be repeated. */
export async function thinSearches(request: DataSubjectRequest): RequestProgress {
  const requests = await getRequests(await requestIdsOf(request.environmentId));
  const searches = requests.filter(({ hitsUntil }) => hitsUntil !== undefined);
  if (searches.length > 0) {
    const erased = new Set<string>();
    for await (const { formId, responses } of readAllBatches(request.id)) {
      for (const { sortKey } of responses) erased.add(responseId(formId, sortKey));
    }
    for (const { id } of searches) await thin(id, erased);
  }
  return saveRequest(request, { step: request.step + 1 });
}

async function thin(search: string, erased: ReadonlySet<string>): Promise<void> {
  for await (const { number, formId, responses } of readAllBatches(search)) {
    const isErased = ({ sortKey }: (typeof responses)[number]) => erased.has(responseId(formId, sortKey));
    if (!responses.some(isErased)) continue;
    // Another erasure may thin out the same batch.
    await retryOnConflict(async () => {
      const [batch] = await readBatches(search, number, 1);
      return batch?.number !== number || (await thinOut(search, batch, each => !isErased(each))) || undefined;
    });
  }
}

/** Forgets a search whose time is over, and what it has found. */
export async function expireSearch({ id }: DataSubjectRequest): Promise<void> {
  await batchDelete(await batchKeysOf(id));
  await retryOnConflict(async () => {
    const read = await getRequest(requestKey(id));
    return read?.hitsUntil === undefined || (await endHits(read)) || undefined;
  });
}
