import { putArchive } from '../../aws/s3/archive-objects.ts';
import { inBatches } from '../../batches.ts';
import { ownerBucketOf } from '../../domain/forms/storage.ts';
import { timeKey } from '../../ids.ts';
import { Pace } from '../../pace.ts';
import { type Archive, beginArchive, completeArchive, getArchive, verifyArchive } from '../../store/forms/archives.ts';
import { responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { RetentionWork } from '../../store/forms/retention.ts';
import type { Span } from '../../store/query.ts';
import { takeAnswersOut, withAllAnswers } from '../../store/responses/moved-answers.ts';
import { readTimeline } from '../../store/timeline.ts';
import { deleteAll } from '../purges/purge.ts';
import { type ArchiveFile, contentOf, packOldest, packRange } from './archive-content.ts';

/**
 * Archives the oldest responses submitted before a time (ms since the epoch), as many as one archive takes. It records
 * the range, writes the archive, reads it back, and only then removes the responses from the table. If it is killed,
 * `continueArchive` continues it. Returns false when there is nothing to archive.
 *
 * @param deadline when to stop, in ms since the epoch
 */
export async function archiveOldest(
  stored: StoredForm,
  work: RetentionWork,
  before: number,
  deadline: number,
): Promise<boolean> {
  const packed = await packOldest(stored, before);
  if (!packed) return false;
  const archive = await beginArchive(work, { ...packed, storage: ownerBucketOf(stored.form) });
  if (!archive) return true;
  await writeArchive(archive, packed);
  await removeArchived(stored, work, archive, deadline);
  return true;
}

/** Continues the archive that was begun. */
export async function continueArchive(stored: StoredForm, work: RetentionWork, deadline: number): Promise<void> {
  const begun = await getArchive({ formId: work.formId, id: work.archiving ?? '' });
  if (!begun) return;
  // Until it is verified, it may still be written to the form's current storage.
  const archive = begun.state === 'writing' ? { ...begun, storage: ownerBucketOf(stored.form) } : begun;
  if (archive.state === 'writing') await writeArchive(archive, await packRange(stored, archive));
  await removeArchived(stored, work, archive, deadline);
}

/**
 * @param packed the responses read from the table, complete unless another run could already remove some
 */
async function writeArchive(archive: Archive, { body, ...content }: ArchiveFile): Promise<void> {
  if ((await getArchive(archive))?.state !== 'writing') return;
  await putArchive(archive, body, content.sha256);
  const found = await contentOf(archive);
  if (found.sha256 !== content.sha256 || found.count !== content.count) {
    throw new Error(`The archive ${archive.id} holds ${found.count} responses in place of ${content.count}`);
  }
  await verifyArchive(archive, content);
}

async function removeArchived(
  stored: StoredForm,
  work: RetentionWork,
  archive: Archive,
  deadline: number,
): Promise<void> {
  if ((await getArchive(archive))?.state !== 'removing') return;
  const span = { low: timeKey(archive.from), high: timeKey(archive.to) };
  // Their removal is counted from their items, which therefore need their answers.
  if (!(await takeAllBack(stored, span, deadline))) return;
  const partitions = responsePartitions(stored).map(partition => ({ partition, span }));
  if ((await deleteAll(partitions, deadline)).done) await completeArchive(work, archive);
}

/** Takes the answers of archived responses back from the owner's bucket. Returns false when time has run out. */
async function takeAllBack(stored: StoredForm, span: Span, deadline: number): Promise<boolean> {
  const pace = new Pace();
  const rows = readTimeline({ partitions: responsePartitions(stored) }, { order: 'asc', span });
  for await (const some of inBatches(rows, takenAtOnce)) {
    if (Date.now() >= deadline) return false;
    const moved = (await withAllAnswers(some)).filter(({ answersAt }) => answersAt !== undefined);
    await pace.take(moved.length);
    await Promise.all(moved.map(item => takeAnswersOut(item, stored)));
  }
  return true;
}

const takenAtOnce = 25;
