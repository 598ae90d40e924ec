import type { OwnerBucket } from '../../domain/forms/storage.ts';
import { archiveIdOf } from '../../ids.ts';
import { expression } from '../expression.ts';
import { newJobItem } from '../jobs.ts';
import { type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { type QuotaScope, quotaUnusedCheck } from '../quotas.ts';
import { getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, exists, putNewWrite, putWrite, updateWrite } from '../writes.ts';
import { archivingWrites, type RetentionWork } from './retention.ts';

/** An archive: expired responses of a form, in an object in the bucket. */
export type Archive = {
  id: string;
  formId: string;
  environmentId: string;
  /** The first submission time (ms since the epoch). `to` is exclusive. */
  from: number;
  to: number;
  /**
   * `writing`: the object is being written, or about to be. `removing`: it was verified, and its responses are being
   * removed from the table. `complete`: only the archive has them. `restoring`: they are being put back. `restored`:
   * they are in the table again, and the object is being removed. `deleting`: it is being deleted with its responses.
   */
  state: 'writing' | 'removing' | 'complete' | 'restoring' | 'restored' | 'deleting';
  createdAt: string;
  /** Since when its deletion waits for its owner's bucket, in ms since the epoch. */
  closedSince?: number;
  /** The bucket that contains it, if not the deployment's own. */
  storage?: OwnerBucket;
} & Partial<ArchiveContent>;

/**
 * The content of the object: the number of responses, its size in bytes, its SHA-256 in hexadecimal digits, and the
 * fields of which some answers are not sealed. Archives of 0.1.0 lack the last.
 */
export type ArchiveContent = { count: number; bytes: number; sha256: string; whole?: string[] };

const archiveKey = ({ formId, id }: Pick<Archive, 'formId' | 'id'>): Key =>
  keyOf('archive', { form: formId, archive: id });

/**
 * Stores what is to be archived next before archiving starts, so a later run writes the same object. Returns undefined
 * when another run has begun one, or the retention has changed.
 */
export async function beginArchive(
  work: RetentionWork,
  { from, to, storage }: Pick<Archive, 'from' | 'to' | 'storage'>,
) {
  const { formId, environmentId } = work;
  const createdAt = new Date().toISOString();
  const archive: Archive = {
    id: archiveIdOf(from),
    formId,
    environmentId,
    from,
    to,
    state: 'writing',
    createdAt,
    storage,
  };
  const { id: _, formId: __, ...content } = archive;
  const writes = [putNewWrite({ ...archiveKey(archive), ...content }), archivingWrites.begin(work, archive.id)];
  return (await writeIfUnchanged(writes)) ? archive : undefined;
}

export async function getArchive(address: Pick<Archive, 'formId' | 'id'>): Promise<Archive | undefined> {
  const item = await getItem(archiveKey(address));
  return item && fromItem(item);
}

/**
 * Returns all archives of a form in order of their responses' time, including those that cannot be read yet or can no
 * longer be read.
 */
export async function allArchivesOf(formId: string): Promise<Archive[]> {
  const query = { partition: partitionOf('archive', 'pk', { form: formId }), order: 'asc' } as const;
  return (await queryAll(query)).map(fromItem);
}

/** Whether the archive can be read: it has all responses of its range. */
export const isReadable = ({ state }: Archive): boolean =>
  state !== 'writing' && state !== 'restored' && state !== 'deleting';

/** Whether the archive is in the list of its form: it can be read, or is being deleted. */
export const isListed = (archive: Archive): boolean => isReadable(archive) || archive.state === 'deleting';

/** Returns a form's readable archives. */
export const archivesOf = async (formId: string): Promise<Archive[]> =>
  (await allArchivesOf(formId)).filter(isReadable);

/** Whether the archive's range includes a response submitted at this time (ms since the epoch). */
export const covers = ({ from, to }: Pick<Archive, 'from' | 'to'>, time: number): boolean => from <= time && time < to;

function fromItem(item: Item): Archive {
  const { pk, sk, ...content } = item;
  return { ...(content as Omit<Archive, 'id' | 'formId'>), id: sk, formId: partsOf('archive', 'pk', pk)?.form ?? '' };
}

/**
 * Marks the archive's object as verified. From then on its responses may be removed from the table. Returns false when
 * another run has marked it.
 */
export const verifyArchive = (archive: Archive, content: ArchiveContent): Promise<boolean> =>
  updateItem(archiveKey(archive), {
    set: { ...content, storage: archive.storage, state: 'removing' satisfies Archive['state'] },
    remove: archive.storage ? [] : ['storage'],
    if: expression`#state = ${'writing' satisfies Archive['state']}`,
  });

/** Ends the archiving of a range: only the archive has its responses now. */
export const completeArchive = (work: RetentionWork, archive: Archive): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(archiveKey(archive), { set: { state: 'complete' satisfies Archive['state'] } }),
    archivingWrites.end(work, archive),
  ]);

/** Replaces the content record of an archive. Returns false when the record has changed since it was read. */
export const replaceContent = (read: Archive, { count, bytes, sha256 }: ArchiveContent): Promise<boolean> =>
  updateItem(archiveKey(read), { set: { count, bytes, sha256 }, if: expression`sha256 = ${read.sha256}` });

/**
 * Allows an archive's object to have this size before it is replaced, because a larger one counts as changed from
 * outside. Returns false when the record has changed since it was read.
 */
export const allowBytes = (read: Archive, bytes: number): Promise<boolean> =>
  updateItem(archiveKey(read), {
    set: { bytes: Math.max(bytes, read.bytes ?? 0) },
    if: expression`sha256 = ${read.sha256}`,
  });

/**
 * Marks an archive as being restored to the table. Returns false while a data subject request runs in its environment,
 * because that could miss responses that move.
 */
export const beginRestoration = (archive: Archive, scope: QuotaScope): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(archiveKey(archive), {
      set: { state: 'restoring' satisfies Archive['state'] },
      if: expression`#state = ${'complete' satisfies Archive['state']}`,
    }),
    quotaUnusedCheck('dataSubjectRequests', scope),
  ]);

/**
 * Marks an archive for deletion, and stores the job that deletes it. Returns false unless it is complete, and while a
 * data subject request runs in its environment, which may be reading it.
 */
export const beginDeletion = (
  { formId, environmentId, ...archive }: Archive,
  scope: QuotaScope,
  writes: readonly TransactItem[] = [],
): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(archiveKey({ formId, id: archive.id }), {
      set: { state: 'deleting' satisfies Archive['state'] },
      if: expression`#state = ${'complete' satisfies Archive['state']}`,
    }),
    quotaUnusedCheck('dataSubjectRequests', scope),
    putWrite(newJobItem({ kind: 'deleteArchive', formId, environmentId, archiveId: archive.id })),
    ...writes,
  ]);

/** Notes that the deletion of an archive waits for its owner's bucket, and returns since when. */
export async function noteClosed({ closedSince, ...archive }: Archive, now: number): Promise<number> {
  if (closedSince === undefined) await updateItem(archiveKey(archive), { set: { closedSince: now }, if: exists });
  return closedSince ?? now;
}

/** Ends the job of a deletion together with the archive, if that is still there. */
export async function endDeletion(job: Key, archive: Archive | undefined): Promise<void> {
  await writeIfUnchanged([deleteWrite(job), ...(archive ? [deleteWrite(archiveKey(archive))] : [])]);
}

/** Marks an archive as no longer readable. */
export const withdrawArchive = (archive: Archive): Promise<boolean> =>
  updateItem(archiveKey(archive), {
    set: { state: 'restored' satisfies Archive['state'] },
    if: expression`attribute_exists(pk)`,
  });

export const deleteArchive = (archive: Archive): Promise<boolean> =>
  writeIfUnchanged([deleteWrite(archiveKey(archive))]);
