import { responseAddress, responseId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { forgetDropped } from '../../store/forms/dropped-names.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import { endNamesKey, getJob } from '../../store/jobs.ts';
import { type DataSubjectRequest, saveRequest } from '../../store/responses/data-subject-requests.ts';
import { announceErased, erasedWrite, type FoundBatch, readAllBatches } from '../../store/responses/found-responses.ts';
import { deleteResponse, filesOfResponse, readResponse } from '../../store/responses/responses.ts';
import { deleteVisitOf } from '../../store/responses/visits.ts';
import { endNames } from './end-names.ts';
import { eachBatches, type RequestProgress } from './found-batches.ts';
import { noteOwnersFiles } from './remainder.ts';
import { removeTraces } from './traces.ts';

/** Longer than a delivery attempt that may have begun before its response was gone. */
const settlingMs = 60_000;

/**
 * Removes the found responses and their traces: deliveries and idempotency keys first, then the responses with their
 * files and visits. Progress is whatever is gone. Each response is counted in the transaction that removes it.
 */
export async function eraseFound(request: DataSubjectRequest, deadline: number): RequestProgress {
  const erased = await eachBatches(request, async (current, batches) => {
    const cleared = await removeTraces(current, batches, deadline);
    if (!cleared) return undefined;
    for (const batch of batches) {
      if (await eraseBatch(request.id, batch, deadline)) continue;
      await saveRequest(cleared, { place: cleared.place }, { due: Date.now() });
      return undefined;
    }
    return cleared;
  });
  if (!erased) return undefined;
  const now = Date.now();
  const due = erased.batches > 0 ? now + settlingMs : undefined;
  const swept = { step: erased.step + 1, batch: 0, sweptAt: new Date(now).toISOString(), notBefore: due };
  const saved = await saveRequest(erased, swept, { due });
  return due === undefined ? saved : undefined;
}

/** Removes the traces again, for deliveries that were being attempted. */
export async function removeLateTraces(request: DataSubjectRequest, deadline: number): RequestProgress {
  const cleared = await eachBatches(request, (current, batches) => removeTraces(current, batches, deadline));
  return cleared && saveRequest(cleared, { step: cleared.step + 1, batch: 0 });
}

/** Erases a batch. Returns false when time has run out. */
async function eraseBatch(requestId: string, batch: FoundBatch, deadline: number): Promise<boolean> {
  const stored = await getForm(batch.formId);
  // The purge of a deleted form removes everything.
  if (!stored) return true;
  for (const { sortKey, visit } of batch.responses) {
    if (Date.now() >= deadline) return false;
    const id = responseId(batch.formId, sortKey);
    await eraseResponse(id, stored, requestId, batch.number);
    if (visit !== undefined) await deleteVisitOf(id, visit);
  }
  return true;
}

/** Erases a response. Its files are then due for removal, like those of any deleted response. */
async function eraseResponse(id: string, stored: StoredForm, requestId: string, batch: number): Promise<void> {
  await retryOnConflict(async () => {
    const read = await readResponse(id, stored);
    const { sortKey = '' } = responseAddress(id) ?? {};
    if (read) await noteOwnersFiles(requestId, filesOfResponse(read));
    return !read || (await deleteResponse(read, [erasedWrite(requestId, batch, [sortKey])])) || undefined;
  });
}

/** Counts the erased responses while the found ones are still known. */
export async function countErased(request: DataSubjectRequest): RequestProgress {
  const forms = structuredClone(request.forms);
  for (const counts of Object.values(forms)) counts.erased = 0;
  for await (const { formId, erased } of readAllBatches(request.id)) {
    const counts = forms[formId];
    if (counts) counts.erased += erased;
  }
  return saveRequest(request, { forms, step: request.step + 1 });
}

/** Has receivers told that the erased responses are gone. By now they are in no list, archive or export. */
export async function announce(request: DataSubjectRequest, deadline = Number.POSITIVE_INFINITY): RequestProgress {
  for await (const { number } of readAllBatches(request.id)) {
    if (Date.now() >= deadline) return void (await saveRequest(request, {}, { due: Date.now() }));
    await announceErased(request, number);
  }
  return saveRequest(request, { step: request.step + 1 });
}

/** Removes names of answers that only erased responses had from their forms, and names that pages sent in vain. */
export async function endErasedNames(request: DataSubjectRequest, deadline: number): RequestProgress {
  for (const formId of Object.keys(request.forms)) {
    await forgetDropped(formId);
    const key = endNamesKey(formId);
    const job = await getJob(key);
    if (job?.kind === 'endNames') await endNames(key, job, deadline);
    if (await getJob(key)) return void (await saveRequest(request, {}, { due: Date.now() }));
  }
  return saveRequest(request, { step: request.step + 1 });
}
