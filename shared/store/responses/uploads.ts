import type { Caller } from '../../domain/accounts/caller.ts';
import { isRetained, type Keeping, removalTime } from '../../domain/forms/retention.ts';
import type { OwnerBucket } from '../../domain/forms/storage.ts';
import { accessOf, concealmentOf, policedFields } from '../../domain/responses/field-policies.ts';
import { fileAddress, fileIdOf, responseAddress, timeOf } from '../../ids.ts';
import { type Change, expression } from '../expression.ts';
import { getFormOf } from '../forms/forms.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../keys.ts';
import { batchGet, createItem, getItem, type Item, type TransactItem, updateItem } from '../table.ts';
import { updateWrite } from '../writes.ts';

/** A file, from the signing of its upload until nothing of it is left. */
export type Upload = {
  fileId: string;
  formId: string;
  environmentId: string;
  fieldId: string;
  /** Empty once the file is marked for deletion: it may be somebody's name. */
  fileName: string;
  contentType: string;
  /** Bytes, as they were signed. */
  size: number;
  /**
   * `signed`: it may be sent, and claimed, and is due for removal; `claimed`: it belongs to a response; `deleting`: its
   * object is removed, or about to be, and it can never be claimed. Not called status: what has one is counted.
   */
  state: 'signed' | 'claimed' | 'deleting';
  /** Of a claimed one. */
  responseId?: string;
  /** The bucket that it lies in, where that is not the deployment's own: wherever the form's files go by now. */
  storage?: OwnerBucket;
};

const day = 24 * 3600_000;

/**
 * How long an upload is known at least, from its signing. Nobody claims it later; and as long as the signed URL might
 * still bring an object, the item stays, so that the object is found and removed.
 */
export const settledAt = (sortKey: string): number => timeOf(sortKey) + day;

export function uploadKey(fileId: string): Key {
  const address = fileAddress(fileId);
  if (!address) throw new Error('This is not the id of a file');
  return keyOf('upload', { form: address.formId, slice: address.slice, sortKey: address.sortKey });
}

/** What `deleting` was called once, and is in items that were stored then. */
export const formerDeleting = 'doomed';

export function uploadOf(item: Item): Upload {
  const { environmentId, fieldId, fileName = '', contentType, size, responseId, storage } = item as Item & Upload;
  const state = item.state === formerDeleting ? 'deleting' : (item.state as Upload['state']);
  const formId = partsOf('upload', 'pk', item.pk)?.form ?? '';
  const fileId = fileIdOf(formId, item.sk);
  return { fileId, formId, environmentId, fieldId, fileName, contentType, size, state, responseId, storage };
}

/** Stores an upload that is about to be signed; due for removal a day later, unless a response claims it. */
export async function putUpload({
  fileId,
  formId: _,
  ...content
}: Omit<Upload, 'state' | 'responseId'>): Promise<void> {
  const key = uploadKey(fileId);
  const Item = { ...key, ...dueKeys(settledAt(key.sk), content.environmentId), ...content, state: 'signed' };
  await createItem(Item);
}

export async function getUpload(key: Key): Promise<Upload | undefined> {
  const item = await getItem(key);
  return item && uploadOf(item);
}

/** The file with this id that a response of the caller's has; undefined for any other, and for one that they may not see. */
export async function getClaimedUploadOf(caller: Caller, fileId: string): Promise<Upload | undefined> {
  const stored = await getFormOf(caller, fileAddress(fileId)?.formId ?? '');
  const upload = stored && (await getUpload(uploadKey(fileId)));
  if (!stored || upload?.state !== 'claimed' || !isRetained(stored, submittedAt(upload))) return undefined;
  const concealment = concealmentOf(policedFields(stored).get(upload.fieldId), accessOf(caller));
  return concealment ? undefined : upload;
}

/** When the response that a claimed file belongs to was submitted: ms since the epoch. */
const submittedAt = ({ responseId = '' }: Pick<Upload, 'responseId'>): number =>
  timeOf(responseAddress(responseId)?.sortKey ?? '');

/** When a claimed file goes, by the retention of its form, in ms since the epoch; undefined when it stays. */
export const fileRemovalTime = (keeping: Keeping, claimed: Pick<Upload, 'responseId'>): number | undefined =>
  removalTime(keeping, submittedAt(claimed));

/** Uploads by the ids of their files; those that are not stored are left out. */
export async function getUploads(fileIds: readonly string[]): Promise<Map<string, Upload>> {
  const uploads = (await batchGet(fileIds.map(uploadKey))).map(uploadOf);
  return new Map(uploads.map(upload => [upload.fileId, upload]));
}

/** The write that gives a file to a response, if nobody has it; due for removal where the form's retention says so. */
export function claimFileWrite({ fileId, environmentId }: Upload, responseId: string, keeping: Keeping): TransactItem {
  const removal = fileRemovalTime(keeping, { responseId });
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

/** Sets when a claimed file is due for removal (ms since the epoch), if it ever is. False when it is no longer that response's. */
export const postponeFile = (
  { fileId, environmentId, responseId }: Upload,
  removal: number | undefined,
): Promise<boolean> =>
  updateItem(uploadKey(fileId), {
    set: removal === undefined ? {} : dueKeys(removal, environmentId),
    remove: removal === undefined ? ['duepk', 'duesk'] : [],
    if: expression`responseId = ${responseId}`,
  });

/** The writes that take the files among these ids which a response owns from it, to be removed at once. */
export async function releaseFileWrites(fileIds: readonly string[], responseId: string): Promise<TransactItem[]> {
  if (fileIds.length === 0) return [];
  const owned = [...(await getUploads(fileIds)).values()].filter(upload => upload.responseId === responseId);
  return owned.map(upload => releaseFileWrite(upload, responseId));
}

const releaseFileWrite = (upload: Upload, responseId: string): TransactItem =>
  updateWrite(uploadKey(upload.fileId), releaseOf(upload, responseId));

/** The same of one file. False when it is no longer that response's. */
export const releaseFile = (upload: Upload): Promise<boolean> =>
  updateItem(uploadKey(upload.fileId), releaseOf(upload, upload.responseId));

const releaseOf = ({ environmentId }: Upload, responseId: string | undefined): Change => ({
  set: { state: 'deleting' satisfies Upload['state'], ...dueKeys(Date.now(), environmentId) },
  remove: ['responseId', 'fileName'],
  if: expression`responseId = ${responseId}`,
});

/** The writes that move files with a change of answers, once it is known which response has them; none without files. */
export type FileWrites = (responseId: string) => TransactItem[];
