import { deleteArchiveObject, isMissingObject } from '../../aws/s3/archive-objects.ts';
import { inBatches } from '../../batches.ts';
import { fileIdsIn } from '../../domain/responses/file-changes.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { inParallel } from '../../in-parallel.ts';
import { log } from '../../log.ts';
import { postpone } from '../../store/due.ts';
import { type Archive, endDeletion, getArchive, noteClosed } from '../../store/forms/archives.ts';
import type { DeleteArchiveJob } from '../../store/jobs.ts';
import type { Key } from '../../store/keys.ts';
import type { ArchivedRow } from '../../store/responses/archived-rows.ts';
import { getUploads, releaseFile } from '../../store/responses/uploads.ts';
import { isChangedOutside, readArchive } from './archive-content.ts';

/** The number of responses whose files are looked up together. */
const rowsAtOnce = 100;
const filesAtOnce = 25;

/**
 * Deletes an archive that is marked for deletion: first the files of its responses, then its object, then its item. It
 * may be killed at any point and run twice. While its owner's bucket is closed, it says so and tries again: hourly at
 * first, then as long as it has waited, and at least daily.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function deleteMarked(key: Key, job: DeleteArchiveJob, deadline: number): Promise<void> {
  const archive = await getArchive({ formId: job.formId, id: job.archiveId });
  if (archive?.state !== 'deleting') return endDeletion(key, undefined);
  try {
    if (!(await releaseFiles(archive, deadline)))
      return void (await postpone(key, job.environmentId, Date.now(), job.step));
    await deleteArchiveObject(archive);
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    const now = Date.now();
    const since = await noteClosed(archive, now);
    await postpone(key, job.environmentId, now + Math.min(Math.max(now - since, hourMs), dayMs), job.step);
    return;
  }
  await endDeletion(key, archive);
}

/** Releases the files of the archive's responses. Returns false if time has run out. */
async function releaseFiles(archive: Archive, deadline: number): Promise<boolean> {
  try {
    for await (const rows of inBatches(readArchive(archive), rowsAtOnce)) {
      if (Date.now() >= deadline) return false;
      await releaseFilesOf(rows);
    }
  } catch (error) {
    if (isStorageUnreachable(error) || !(isMissingObject(error) || isChangedOutside(error))) throw error;
    // An earlier run has deleted the object, or its owner has changed it. Their files go with the form.
    log.warn('an archive is deleted that could not be read', { archive: archive.id, formId: archive.formId });
  }
  return true;
}

async function releaseFilesOf(rows: readonly ArchivedRow[]): Promise<void> {
  const owners = new Map(rows.flatMap(({ id, formId, answers }) => fileIdsIn(formId, answers).map(file => [file, id])));
  if (owners.size === 0) return;
  const uploads = [...(await getUploads([...owners.keys()])).values()];
  const own = uploads.filter(({ fileId, responseId }) => responseId !== undefined && owners.get(fileId) === responseId);
  await inParallel(own, filesAtOnce, releaseFile);
}
