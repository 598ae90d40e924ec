import { isRetained } from '../domain/forms/retention.ts';
import { keepsAnswersInBucket, ownerBucketOf } from '../domain/forms/storage.ts';
import { answersBody, answersHash, answersKey, type MovedAnswers } from '../domain/responses/moved-answers.ts';
import { parseStored } from '../domain/responses/sealed-answer.ts';
import { hourMs, minuteMs } from '../durations.ts';
import { isStorageUnreachable } from '../errors.ts';
import { fileAddress, newFileId, timeOf } from '../ids.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { getCachedForm, type StoredForm } from '../store/forms/forms.ts';
import { dueKeys, type Key } from '../store/keys.ts';
import { type AnswersPlace, isToMove, removalOf } from '../store/responses/moved-answers.ts';
import { placeOf } from '../store/responses/moved-responses.ts';
import { asRead, filesOfResponse, fromItem } from '../store/responses/responses.ts';
import { claimFileWrite, dropUpload, putUpload, type Upload } from '../store/responses/uploads.ts';
import { getItem, type Item, updateItem, writeIfUnchanged } from '../store/table.ts';
import { exists, updateWrite } from '../store/writes.ts';

type StoredItem = Item & AnswersPlace;

/**
 * Moves the answers of a response to the bucket of the form's owner, if they are to go there, and then does what else
 * the response is due for. While the bucket is closed, the answers stay, and are due again in an hour.
 */
export async function tendResponse(key: Key, doOtherWork: () => Promise<void>): Promise<void> {
  const item = (await getItem(key)) as StoredItem | undefined;
  if (!item) return;
  const stored = isToMove(item) ? await getCachedForm(placeOf(item).form) : undefined;
  const isClosed = stored && (await moveOrWait(item, stored)) === 'closed';
  // An item that the stream has named to move its answers is due for nothing else.
  if (item.duepk !== undefined) await doOtherWork();
  if (isClosed) await updateItem(key, { set: dueKeys(Date.now() + hourMs, stored.environmentId), if: exists });
}

async function moveOrWait(found: StoredItem, stored: StoredForm): Promise<'closed' | undefined> {
  let item: StoredItem | undefined = found;
  try {
    await retryOnConflict(async () => {
      if (!item || (await moveAnswers(item, stored))) return true;
      const { revision }: Item = item;
      item = (await getItem(item)) as StoredItem | undefined;
      // A change of notes or status, which leaves the answers as they are, starts no other move.
      return item?.revision === revision || undefined;
    });
    return undefined;
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    return 'closed';
  }
}

/** How long a killed move leaves its object, which nothing names. */
const pendingMs = 10 * minuteMs;

/**
 * Moves the answers of an item to the bucket of its form's owner: first a file that is removed unless it is claimed,
 * then its object, and then, in one transaction, the item's answers go and the file is claimed. So a kill at any point
 * loses nothing and leaves nothing behind, and a change of the response meanwhile wins. Returns whether it was moved.
 */
export async function moveAnswers(item: StoredItem, stored: StoredForm): Promise<boolean> {
  const storage = ownerBucketOf(stored.form);
  if (!storage || !keepsAnswersInBucket(stored.form) || !isToMove(item) || !parseStored(item)) return false;
  // Retention removes it, or takes it to an archive.
  if (!isRetained(stored, timeOf(item.sk))) return false;
  const response = fromItem(item, stored.form);
  const body = answersBody(response, String(item.answers));
  const fileId = newFileId(stored.form.id, Date.now());
  const objectKey = answersKey(response, fileAddress(fileId)?.sortKey ?? '');
  const upload = {
    ...{ fileId, formId: stored.form.id, environmentId: stored.environmentId, storage, objectKey },
    ...{ fieldId: '', fileName: '', contentType: 'application/json', size: Buffer.byteLength(body) },
  } satisfies Omit<Upload, 'state'>;
  const { putAnswers } = await import('../aws/s3/moved-answers.ts');
  await putUpload(upload, Date.now() + pendingMs);
  await putAnswers(upload, body);
  const files = filesOfResponse({ response, item, storedForm: stored, revision: Number(item.revision ?? 1) });
  const answersAt: MovedAnswers = { storage, objectKey, fileId, files, sha256: answersHash(body) };
  if (await writeMove(item, stored, answersAt, upload)) return true;
  await dropUpload(upload);
  return false;
}

function writeMove(
  item: StoredItem,
  stored: StoredForm,
  answersAt: MovedAnswers,
  upload: Omit<Upload, 'state'>,
): Promise<boolean> {
  const revision = Number(item.revision ?? 1);
  const { id } = fromItem(item, stored.form);
  return writeIfUnchanged([
    updateWrite(item, {
      set: { answersAt, revision: revision + 1, ttl: removalOf({ ...item, answersAt }, stored) },
      remove: ['answers', 'answersMove'],
      if: asRead({ revision }),
    }),
    claimFileWrite({ ...upload, state: 'signed' }, id, stored),
  ]);
}
