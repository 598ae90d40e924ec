import { batchesOf } from '../../batches.ts';
import { fileIdsIn } from '../../domain/responses/file-changes.ts';
import { minuteMs } from '../../durations.ts';
import { firstSortKey, responseAddress, responseId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { deletionWrite } from '../../store/deletions.ts';
import { allArchivesOf, isReadable } from '../../store/forms/archives.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import { noteErasure } from '../../store/forms/retention.ts';
import { partitionOf } from '../../store/keys.ts';
import type { ArchivedRow } from '../../store/responses/archived-rows.ts';
import {
  type DataSubjectRequest,
  type ScanPosition,
  saveRequest,
} from '../../store/responses/data-subject-requests.ts';
import { erasedWrite, type FoundBatch } from '../../store/responses/found-responses.ts';
import { releaseFileWrites } from '../../store/responses/uploads.ts';
import { writeIfUnchanged } from '../../store/table.ts';
import { rewriteArchive } from '../retention/rewrite-archive.ts';
import { holding, mayHaveArchives } from './archived-items.ts';
import { eachBatches, type RequestProgress } from './found-batches.ts';
import { noteOwnersFiles } from './remainder.ts';

/**
 * Removes the found responses from the archives of their forms. By now none of them is in the table. It waits for an
 * archive that was begun while they still were.
 */
export async function eraseArchived(request: DataSubjectRequest, deadline: number): RequestProgress {
  const erased = await eachBatches(request, (current, batches) => eraseBatches(current, batches, deadline));
  return erased && saveRequest(erased, { step: erased.step + 1, batch: 0 });
}

async function eraseBatches(
  request: DataSubjectRequest,
  batches: readonly FoundBatch[],
  deadline: number,
): RequestProgress {
  let current: DataSubjectRequest | undefined = request;
  const byForm = [...Map.groupBy(batches, ({ formId }) => formId)].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [formId, ofForm] of byForm) {
    const stored = await getForm(formId);
    // The purge of a deleted form removes everything.
    current = stored && mayHaveArchives(stored) ? await eraseOfForm(current, stored, ofForm, deadline) : current;
    if (!current) return undefined;
  }
  return current;
}

async function eraseOfForm(
  request: DataSubjectRequest,
  { form, environmentId }: StoredForm,
  batches: readonly FoundBatch[],
  deadline: number,
): RequestProgress {
  let current: DataSubjectRequest | undefined = request;
  await noteErasure(environmentId, form.id);
  const sortKeys = batches.flatMap(({ responses }) => responses.map(({ sortKey }) => sortKey));
  const archives = holding(await allArchivesOf(form.id), sortKeys).filter(({ state }) => state !== 'restored');
  if (!archives.every(isReadable)) return stop(request, Date.now() + minuteMs);
  const partition = partitionOf('archive', 'pk', { form: form.id });
  const ids = new Set(sortKeys.map(sortKey => responseId(form.id, sortKey)));
  for (const archive of archives.filter(({ id }) => isBehind(request.place, partition, id))) {
    if (Date.now() >= deadline) return stop(current, Date.now());
    await rewriteArchive(archive, {
      keep: ({ id }) => !ids.has(id),
      onLeaving: rows => eraseRows(request.id, batches, rows),
    });
    current = await saveRequest(current, { place: { partition, after: archive.id } });
    if (!current) return undefined;
  }
  return current;
}

async function stop(request: DataSubjectRequest, due: number): Promise<undefined> {
  await saveRequest(request, {}, { due });
}

const isBehind = (place: ScanPosition | undefined, partition: string, archiveId: string): boolean =>
  !place || place.partition < partition || (place.partition === partition && place.after < archiveId);

/** The maximum number of writes in a transaction. */
const notesAtOnce = 100;

/** Schedules the removal of the files of responses that are about to leave an archive, and counts the responses. */
async function eraseRows(requestId: string, batches: readonly FoundBatch[], rows: readonly ArchivedRow[]) {
  for (const { id, formId, answers } of rows) {
    await noteOwnersFiles(requestId, fileIdsIn(formId, answers));
    await retryOnConflict(async () => {
      const releases = await releaseFileWrites(fileIdsIn(formId, answers), id);
      return releases.length === 0 || (await writeIfUnchanged(releases)) || undefined;
    });
  }
  for (const batch of batchesOf(rows, notesAtOnce)) {
    await writeIfUnchanged(batch.map(({ id, formId }) => deletionWrite(id, formId)));
  }
  const leaving = new Set(rows.map(({ id }) => responseAddress(id)?.sortKey));
  for (const { number, responses } of batches) {
    const erased = responses.map(({ sortKey }) => firstSortKey(sortKey)).filter(sortKey => leaving.has(sortKey));
    if (erased.length > 0) await writeIfUnchanged([erasedWrite(requestId, number, erased)]);
  }
}
