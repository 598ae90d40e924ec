import type { Caller } from '../../domain/accounts/caller.ts';
import { isRetained, type Keeping, removalTime } from '../../domain/forms/retention.ts';
import type { OwnerBucket } from '../../domain/forms/storage.ts';
import { accessOf, concealmentOf, mayRestrict } from '../../domain/responses/field-policies.ts';
import type { UncountedAnswers } from '../../domain/responses/moved-answers.ts';
import { policedFields } from '../../domain/responses/policed-fields.ts';
import { fileAddress, fileIdOf, firstSaveOf, timeOf } from '../../ids.ts';
import { expression, type ItemUpdate } from '../expression.ts';
import { getFormOf, type StoredForm } from '../forms/forms.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../keys.ts';
import { batchGet, createItem, getItem, type Item, type TransactItem, updateItem } from '../table.ts';
import { updateWrite } from '../writes.ts';
import { isRestricted, movedPlaceOf } from './moved-responses.ts';

/** A file, from the signing of its upload until nothing of it is left. */
export type Upload = {
  fileId: string;
  formId: string;
  environmentId: string;
  fieldId: string;
  /** Empty once the file is marked for deletion, because it may be a person's name. */
  fileName: string;
  contentType: string;
  /** The size in bytes, as signed. */
  size: number;
  /**
   * `signed`: it may be uploaded and claimed, and is due for removal. `claimed`: it belongs to a response. `deleting`:
   * its object is removed, or about to be, and it can never be claimed. The attribute is not called status, because
   * items with a status are counted.
   */
  state: 'signed' | 'claimed' | 'deleting';
  /** The response of a claimed file. */
  responseId?: string;
  /** The bucket that contains it, if not the deployment's own, even if the form's files now go elsewhere. */
  storage?: OwnerBucket;
  /** The key of its object, if it is not a visitor's file but the answers of a response. */
  objectKey?: string;
  /** What to subtract from the summary before the object is removed. */
  uncounted?: UncountedAnswers;
};

const day = 24 * 3600_000;

/**
 * Returns the time until which an upload is remembered after its signing. Nobody can claim it after that. Until then,
 * the signed URL might still bring an object, so the item stays, and the object is found and removed.
 */
export const settledAt = (sortKey: string): number => timeOf(sortKey) + day;

/** The step of a file whose object is removed, while its URL might still bring another. */
export const removedStep = 2;

/** Returns which of these files still have their object. */
export async function filesLeft(fileIds: readonly string[]): Promise<string[]> {
  const items = await batchGet(fileIds.map(uploadKey));
  return items.filter(({ step }) => step !== removedStep).map(item => uploadOf(item).fileId);
}

export function uploadKey(fileId: string): Key {
  const address = fileAddress(fileId);
  if (!address) throw new Error('This is not the id of a file');
  return keyOf('upload', { form: address.formId, slice: address.slice, sortKey: address.sortKey });
}

/** The former name of `deleting`, which older items still have. */
export const formerDeleting = 'doomed';

export function uploadOf(item: Item): Upload {
  const {
    environmentId,
    fieldId,
    fileName = '',
    contentType,
    size,
    responseId,
    storage,
    ...rest
  } = item as Item & Upload;
  const state = item.state === formerDeleting ? 'deleting' : (item.state as Upload['state']);
  const formId = partsOf('upload', 'pk', item.pk)?.form ?? '';
  const fileId = fileIdOf(formId, item.sk);
  const upload = { fileId, formId, environmentId, fieldId, fileName, contentType, size, state, responseId, storage };
  const { objectKey, uncounted } = rest;
  return { ...upload, ...(objectKey !== undefined && { objectKey }), ...(uncounted && { uncounted }) };
}

/**
 * Stores an upload that is about to be signed.
 *
 * @param dueAt when it is removed unless a response claims it, in ms since the epoch; a day later by default
 */
export async function putUpload(
  { fileId, formId: _, ...content }: Omit<Upload, 'state' | 'responseId'>,
  dueAt = settledAt(uploadKey(fileId).sk),
): Promise<void> {
  const Item = { ...uploadKey(fileId), ...dueKeys(dueAt, content.environmentId), ...content, state: 'signed' };
  await createItem(Item);
}

/** Makes a file that nobody has claimed due for removal at once. */
export const dropUpload = ({ fileId, environmentId }: Pick<Upload, 'fileId' | 'environmentId'>): Promise<boolean> =>
  updateItem(uploadKey(fileId), {
    set: dueKeys(Date.now(), environmentId),
    if: expression`#state = ${'signed' satisfies Upload['state']}`,
  });

export async function getUpload(key: Key): Promise<Upload | undefined> {
  const item = await getItem(key);
  return item && uploadOf(item);
}

/**
 * Returns the file with this ID from one of the caller's responses. Returns undefined for any other file, and for a
 * file that the caller may not see.
 */
export async function getClaimedUploadOf(
  caller: Caller,
  fileId: string,
): Promise<{ upload: Upload; form: StoredForm['form'] } | undefined> {
  const stored = await getFormOf(caller, fileAddress(fileId)?.formId ?? '');
  const upload = stored && (await getUpload(uploadKey(fileId)));
  if (!stored || upload?.state !== 'claimed' || upload.objectKey) return undefined;
  const isReadable = (await isRestricted(upload.responseId ?? '')) ? mayRestrict(caller) : await isKept(stored, upload);
  if (!isReadable) return undefined;
  const concealment = concealmentOf(policedFields(stored).get(upload.fieldId), accessOf(caller));
  return concealment ? undefined : { upload, form: stored.form };
}

/** Whether the response of a claimed file has not expired. */
async function isKept(keeping: Keeping, { responseId = '' }: Upload): Promise<boolean> {
  return isRetained(keeping, firstSaveOf(responseId)) || isRetained(keeping, await submissionOf(responseId));
}

/** Returns when a response was submitted (ms since the epoch). It may have been completed after its first save. */
async function submissionOf(responseId: string): Promise<number> {
  const moved = await movedPlaceOf(responseId);
  return moved ? timeOf(moved.sortKey) : firstSaveOf(responseId);
}

/**
 * Returns when to check whether a claimed file must be removed, by its form's retention, in ms since the epoch, or
 * undefined when it stays.
 */
export const fileDueTime = (keeping: Keeping, { responseId = '' }: Pick<Upload, 'responseId'>): number | undefined =>
  removalTime(keeping, firstSaveOf(responseId));

/** Returns when a claimed file is removed. */
export const fileRemovalTime = async (keeping: Keeping, { responseId = '' }: Upload): Promise<number | undefined> =>
  removalTime(keeping, await submissionOf(responseId));

/** Returns uploads by the IDs of their files. Those that are not stored are left out. */
export async function getUploads(fileIds: readonly string[]): Promise<Map<string, Upload>> {
  const uploads = (await batchGet(fileIds.map(uploadKey))).map(uploadOf);
  return new Map(uploads.map(upload => [upload.fileId, upload]));
}

/**
 * Returns the write that gives a file to a response, if no other has it. The file is due for removal if the form's
 * retention says so.
 */
export function claimFileWrite({ fileId, environmentId }: Upload, responseId: string, keeping: Keeping): TransactItem {
  const removal = fileDueTime(keeping, { responseId });
  return updateWrite(uploadKey(fileId), {
    set: {
      state: 'claimed' satisfies Upload['state'],
      responseId,
      ...(removal !== undefined && dueKeys(removal, environmentId)),
    },
    remove: removal === undefined ? ['duepk', 'duesk'] : [],
    if: expression`#state = ${'signed' satisfies Upload['state']}`,
  });
}

/**
 * Sets when a claimed file is due for removal (ms since the epoch), if ever. Returns false when the file is no longer
 * that response's.
 */
export const postponeFile = (
  { fileId, environmentId, responseId }: Upload,
  removal: number | undefined,
): Promise<boolean> =>
  updateItem(uploadKey(fileId), {
    set: removal === undefined ? {} : dueKeys(removal, environmentId),
    remove: removal === undefined ? ['duepk', 'duesk'] : [],
    if: expression`responseId = ${responseId}`,
  });

/**
 * Returns the writes that release a response's files with these IDs, to be removed at once.
 *
 * @param uncounted what to subtract from the summary before the object with its answers is removed
 */
export async function releaseFileWrites(
  fileIds: readonly string[],
  responseId: string,
  uncounted?: UncountedAnswers,
): Promise<TransactItem[]> {
  if (fileIds.length === 0) return [];
  const owned = [...(await getUploads(fileIds)).values()].filter(upload => upload.responseId === responseId);
  return owned.map(upload =>
    updateWrite(
      uploadKey(upload.fileId),
      releaseOf({ ...upload, ...(upload.objectKey !== undefined && { uncounted }) }, responseId),
    ),
  );
}

/** Releases one file, to be removed at once. Returns false when it is no longer that response's. */
export const releaseFile = (upload: Upload): Promise<boolean> =>
  updateItem(uploadKey(upload.fileId), releaseOf(upload, upload.responseId));

const releaseOf = ({ environmentId, uncounted }: Upload, responseId: string | undefined): ItemUpdate => ({
  set: {
    state: 'deleting' satisfies Upload['state'],
    ...dueKeys(Date.now(), environmentId),
    ...(uncounted && { uncounted }),
  },
  remove: ['responseId', 'fileName'],
  if: expression`responseId = ${responseId}`,
});

/** Returns the writes that move files with a change of answers, once the response is known; none without files. */
export type FileWrites = (responseId: string) => TransactItem[];
