import { deleteFiles } from '../../aws/s3/files.ts';
import type { MovedAnswers } from '../../domain/responses/moved-answers.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { uploadSlices } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { Pace } from '../../pace.ts';
import { postpone } from '../../store/due.ts';
import { expression } from '../../store/expression.ts';
import { getForm, type StoredForm } from '../../store/forms/forms.ts';
import { dueKeys, type Key, partitionOf, partsOf } from '../../store/keys.ts';
import { queryPage } from '../../store/query.ts';
import { takeAnswersOut, withAllAnswers } from '../../store/responses/moved-answers.ts';
import { deletePointerWrites, isRestricted } from '../../store/responses/moved-responses.ts';
import { readItems } from '../../store/responses/responses.ts';
import {
  fileRemovalTime,
  formerDeleting,
  getUpload,
  postponeFile,
  releaseFile,
  removedStep,
  settledAt,
  type Upload,
  uploadKey,
  uploadOf,
} from '../../store/responses/uploads.ts';
import { batchDelete, deleteOnce, type Item, updateItem, writeIfUnchanged } from '../../store/table.ts';
import { deleteWrite, exists } from '../../store/writes.ts';
import { subtractUncounted } from './uncounted-answers.ts';

export const isUploadKey = ({ pk }: Key): boolean => partsOf('upload', 'pk', pk) !== undefined;

/**
 * Removes a due file that nobody claimed within a day, or that its response released. The object is removed first, so
 * that none is left without an item. As long as the signed URL might bring another object, the item stays. It is due
 * again when the URL no longer works.
 */
export async function removeUpload(key: Key): Promise<void> {
  const upload = await getUpload(key);
  if (!upload) return;
  if (upload.state === 'claimed') return removeExpired(upload);
  // Nobody can claim it from here on. A response that was faster keeps it.
  if (await markForDeletion(key, 'claimed')) await removeMarked(key, upload);
}

/**
 * Removes a file that expired with its response, unless that is restricted. The form's retention may have changed
 * since, or its purge removes the file.
 */
async function removeExpired(upload: Upload): Promise<void> {
  const key = uploadKey(upload.fileId);
  if (await isRestricted(upload.responseId ?? '')) return void (await postponeFile(upload, Date.now() + dayMs));
  const stored = await getForm(upload.formId);
  const removal = stored && (await fileRemovalTime(stored, upload));
  if (removal === undefined || removal > Date.now()) await postponeFile(upload, removal);
  else if (stored && upload.objectKey !== undefined) await removeExpiredAnswers(upload, stored);
  else if (await releaseFile(upload)) await removeMarked(key, upload);
}

/**
 * Removes an expired response with its answers, which are in a bucket. DynamoDB would remove it later, but the counters
 * follow from what its item has, so the answers are taken back for its removal. A closed bucket is tried again.
 */
async function removeExpiredAnswers(upload: Upload, stored: StoredForm): Promise<void> {
  const key = uploadKey(upload.fileId);
  const found = (await readItems([upload.responseId ?? ''])).filter(
    ({ answersAt }) => (answersAt as MovedAnswers | undefined)?.fileId === upload.fileId,
  );
  try {
    for (const item of await withAllAnswers(found)) {
      const own = await takeAnswersOut(item, stored);
      if (own) await writeIfUnchanged([deleteWrite(own, sameRevision(own)), ...deletePointerWrites(own)]);
    }
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    return void (await postponeFile(upload, Date.now() + hourMs));
  }
  if ((await releaseFile(upload)) || found.length > 0) await removeMarked(key, upload);
}

const sameRevision = ({ revision }: Item) => expression`revision = ${revision}`;

async function removeMarked(key: Key, upload: Upload): Promise<void> {
  if (!((await subtractUncounted(upload)) && (await isDeleted([upload]))))
    return void (await postpone(key, upload.environmentId, Date.now() + hourMs, 1));
  if (Date.now() >= settledAt(key.sk)) await deleteOnce(key);
  else await postpone(key, upload.environmentId, settledAt(key.sk), removedStep);
}

/** Deletes files. Returns false when the owner of a bucket denies it. */
async function isDeleted(uploads: readonly Upload[]): Promise<boolean> {
  try {
    await deleteFiles(uploads);
    return true;
  } catch (error) {
    if (isStorageUnreachable(error)) return false;
    throw error;
  }
}

/** S3 deletes up to 1,000 objects at once. */
const pageRows = 500;
const slicesAtOnce = 10;

/** How many files are left in each owner's bucket that does not let the service in. */
type FilesLeft = Map<string, number>;

/**
 * Removes the files of a deleted form, as far as time allows. A file whose URL still accepts an upload is marked for
 * deletion and stays due. `left` says what stays, without names, in buckets that are closed.
 */
export async function removeUploads(
  form: string,
  deadline: number,
): Promise<{ deleted: number; done: boolean; left: FilesLeft }> {
  const partitions = uploadSlices.map(slice => partitionOf('upload', 'pk', { form, slice }));
  const pace = new Pace();
  const left: FilesLeft = new Map();
  const remove = (partition: string) => removePartition(partition, deadline, { pace, left });
  const results = await inParallel(partitions, slicesAtOnce, remove);
  return {
    deleted: results.reduce((sum, { deleted }) => sum + deleted, 0),
    done: results.every(({ done }) => done),
    left,
  };
}

async function removePartition(partition: string, deadline: number, { pace, left }: { pace: Pace; left: FilesLeft }) {
  let deleted = 0;
  let from: Key | undefined;
  while (Date.now() < deadline) {
    const { items, lastKey } = await queryPage({ partition }, pageRows, from);
    await pace.take(items.length);
    deleted += await removeAll(items, left);
    from = lastKey;
    if (!from) return { deleted, done: true };
  }
  return { deleted, done: false };
}

/** Removes files. Returns how many have changed; files that a repeated page shows as done are not counted. */
async function removeAll(items: readonly Item[], left: FilesLeft): Promise<number> {
  const closed = await removeObjects(items, left);
  const [settled, young] = [items.filter(isSettled), items.filter(item => !isSettled(item))];
  const gone = settled.filter(item => !closed.has(item));
  await batchDelete(gone);
  let marked = 0;
  for (const { pk, sk, environmentId, duepk } of young.filter(item => !closed.has(item))) {
    const due = dueKeys(settledAt(sk), String(environmentId));
    const isNews = await markForDeletion({ pk, sk }, 'deleting', due);
    // It was marked while its bucket was closed, and is not due.
    if (!isNews && duepk === undefined) await updateItem({ pk, sk }, { set: due, if: exists });
    if (isNews || duepk === undefined) marked += 1;
  }
  // The job of the purge tries them again, all at once.
  for (const { pk, sk } of closed) if (await markForDeletion({ pk, sk }, 'deleting', 'never')) marked += 1;
  return gone.length + marked;
}

const isSettled = ({ sk }: Item): boolean => Date.now() >= settledAt(sk);

/** Removes the objects of files. Returns the items of those that are in a closed bucket, and counts them. */
async function removeObjects(items: readonly Item[], left: FilesLeft): Promise<Set<Item>> {
  const closed = new Set<Item>();
  const present = items.filter(({ step }) => step !== removedStep);
  for (const some of Map.groupBy(present, ({ storage }) => JSON.stringify(storage)).values()) {
    const uploads = some.map(uploadOf);
    const bucket = uploads[0]?.storage?.bucket ?? '';
    // Nobody waits for a closed bucket more than once.
    if (!left.has(bucket) && (await isDeleted(uploads))) continue;
    left.set(bucket, (left.get(bucket) ?? 0) + some.length);
    for (const item of some) closed.add(item);
  }
  return closed;
}

/**
 * Marks a file for removal and erases its name, which may be a person's. Returns false when it is gone, or in the state
 * `unless`.
 *
 * @param due when to check it next, if it is not already due
 */
function markForDeletion(
  key: Key,
  unless: 'claimed' | 'deleting',
  due?: ReturnType<typeof dueKeys> | 'never',
): Promise<boolean> {
  const former = unless === 'deleting' ? formerDeleting : unless;
  return updateItem(key, {
    set: { state: 'deleting' satisfies Upload['state'], ...(due !== 'never' && due) },
    remove: ['responseId', 'fileName', ...(due === 'never' ? ['duepk', 'duesk'] : [])],
    if: expression`attribute_exists(pk) AND NOT #state IN (${unless}, ${former})`,
  });
}
