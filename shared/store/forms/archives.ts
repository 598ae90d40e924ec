import type { OwnerBucket } from '../../domain/forms/storage.ts';
import { archiveIdOf } from '../../ids.ts';
import { expression } from '../expression.ts';
import { type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { type QuotaScope, quotaUnusedCheck } from '../quotas.ts';
import { getItem, type Item, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, putNewWrite, updateWrite } from '../writes.ts';
import { archivingWrites, type RetentionWork } from './retention.ts';

/** Responses of a form that have expired, in an object of the bucket. */
export type Archive = {
  id: string;
  formId: string;
  environmentId: string;
  /** Responses that were submitted from this time on (ms since the epoch) and before `to`. */
  from: number;
  to: number;
  /**
   * `writing`: the object is written, or about to be; `removing`: it was verified, and its responses are taken out of the
   * table; `complete`: it alone has them; `restoring`: they are put back; `restored`: they are in the table again, and its
   * object is removed.
   */
  state: 'writing' | 'removing' | 'complete' | 'restoring' | 'restored';
  createdAt: string;
  /** The bucket that it lies in, where that is not the deployment's own. */
  storage?: OwnerBucket;
} & Partial<ArchiveContent>;

/**
 * What the object holds: so many responses, its size, its SHA-256 in hexadecimal digits, and the fields of which some answers
 * are not sealed. Missing from archives of 0.1.0.
 */
export type ArchiveContent = { count: number; bytes: number; sha256: string; whole?: string[] };

const archiveKey = ({ formId, id }: Pick<Archive, 'formId' | 'id'>): Key =>
  keyOf('archive', { form: formId, archive: id });

/**
 * Stores what is to be archived next, before anything is: whoever goes on with it, writes the same object. Undefined when
 * another run has begun one, or the retention was changed.
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

/** The archives of a form, by the time of their responses: also those that cannot be read yet, or any more. */
export async function allArchivesOf(formId: string): Promise<Archive[]> {
  const query = { partition: partitionOf('archive', 'pk', { form: formId }), order: 'asc' } as const;
  return (await queryAll(query)).map(fromItem);
}

/** Whether it holds responses, all of its range. */
export const isReadable = ({ state }: Archive): boolean => state !== 'writing' && state !== 'restored';

/** The archives of a form that can be read. */
export const archivesOf = async (formId: string): Promise<Archive[]> =>
  (await allArchivesOf(formId)).filter(isReadable);

/** Whether a response that was submitted at this time (ms since the epoch) would be in it. */
export const covers = ({ from, to }: Pick<Archive, 'from' | 'to'>, time: number): boolean => from <= time && time < to;

function fromItem(item: Item): Archive {
  const { pk, sk, ...content } = item;
  return { ...(content as Omit<Archive, 'id' | 'formId'>), id: sk, formId: partsOf('archive', 'pk', pk)?.form ?? '' };
}

/** From here on its responses may be removed: the object was verified where it is said to lie. False when another run has said so. */
export const verifyArchive = (archive: Archive, content: ArchiveContent): Promise<boolean> =>
  updateItem(archiveKey(archive), {
    set: { ...content, storage: archive.storage, state: 'removing' satisfies Archive['state'] },
    remove: archive.storage ? [] : ['storage'],
    if: expression`#state = ${'writing' satisfies Archive['state']}`,
  });

/** Ends the archiving of a range: nothing of it is stored elsewhere any more. */
export const completeArchive = (work: RetentionWork, archive: Archive): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(archiveKey(archive), { set: { state: 'complete' satisfies Archive['state'] } }),
    archivingWrites.end(work, archive),
  ]);

/** Tells of another content of an archive. False when its content is told of otherwise than it was read. */
export const replaceContent = (read: Archive, { count, bytes, sha256 }: ArchiveContent): Promise<boolean> =>
  updateItem(archiveKey(read), { set: { count, bytes, sha256 }, if: expression`sha256 = ${read.sha256}` });

/**
 * Says that the responses of an archive are put back into the table. False while a request about a data subject is being
 * carried out in its environment, which could miss what moves.
 */
export const beginRestoration = (archive: Archive, scope: QuotaScope): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(archiveKey(archive), {
      set: { state: 'restoring' satisfies Archive['state'] },
      if: expression`#state = ${'complete' satisfies Archive['state']}`,
    }),
    quotaUnusedCheck('dataSubjectRequests', scope),
  ]);

/** From here on nobody reads it. */
export const withdrawArchive = (archive: Archive): Promise<boolean> =>
  updateItem(archiveKey(archive), {
    set: { state: 'restored' satisfies Archive['state'] },
    if: expression`attribute_exists(pk)`,
  });

export const deleteArchive = (archive: Archive): Promise<boolean> =>
  writeIfUnchanged([deleteWrite(archiveKey(archive))]);
