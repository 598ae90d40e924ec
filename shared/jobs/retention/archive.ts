import { putArchive } from '../../aws/archive-objects.ts';
import { ownerBucketOf } from '../../domain/forms/storage.ts';
import { timeKey } from '../../ids.ts';
import { type Archive, beginArchive, completeArchive, getArchive, verifyArchive } from '../../store/forms/archives.ts';
import { responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import type { RetentionWork } from '../../store/forms/retention.ts';
import { deleteAll } from '../purge.ts';
import { contentOf, type Packed, packOldest, packRange } from './archive-content.ts';

/**
 * Archives the oldest of what was submitted before a time (ms since the epoch), as much as one archive takes: says what is
 * to be in it, writes it, reads it back, and only then removes from the table what it has. Killed anywhere, it is gone on
 * with by `continueArchive`. False when there is nothing to archive.
 *
 * @param deadline when to stop: ms since the epoch
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

/** Goes on with the archive that was begun. */
export async function continueArchive(stored: StoredForm, work: RetentionWork, deadline: number): Promise<void> {
  const begun = await getArchive({ formId: work.formId, id: work.archiving ?? '' });
  if (!begun) return;
  // Until it is verified, it may as well be written to where the form's files go by now.
  const archive = begun.state === 'writing' ? { ...begun, storage: ownerBucketOf(stored.form) } : begun;
  if (archive.state === 'writing') await writeArchive(archive, await packRange(stored, archive));
  await removeArchived(stored, work, archive, deadline);
}

/** @param packed what was read of the table: all of it before another run could begin to remove it, where none has */
async function writeArchive(archive: Archive, { body, ...content }: Packed): Promise<void> {
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
  const partitions = responsePartitions(stored).map(partition => ({ partition, span }));
  if ((await deleteAll(partitions, deadline)).done) await completeArchive(work, archive);
}
