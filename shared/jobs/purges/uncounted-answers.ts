import { readAnswers } from '../../aws/s3/moved-answers.ts';
import { additionWrites } from '../../counting/counter-additions.ts';
import { answerAdditions } from '../../counting/counter-deltas/answers-delta.ts';
import { answersIn } from '../../domain/responses/moved-answers.ts';
import { dayOf } from '../../domain/time/quarters.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { unsealWrites } from '../../store/counters/counter-items.ts';
import { expression } from '../../store/expression.ts';
import { formExistsCheck, getForm } from '../../store/forms/forms.ts';
import { answersScope } from '../../store/keys.ts';
import { getUpload, type Upload, uploadKey } from '../../store/responses/uploads.ts';
import { writeIfUnchanged } from '../../store/table.ts';
import { updateWrite } from '../../store/writes.ts';

/**
 * Subtracts from the summary what a response counted that was deleted while the bucket with its answers was closed.
 * Returns false while it still is. The counters and the note of what to subtract change in one transaction, so a kill or
 * a repetition subtracts nothing twice.
 */
export async function subtractUncounted(upload: Upload): Promise<boolean> {
  if (!upload.uncounted) return true;
  try {
    await retryOnConflict(() => subtract(upload));
    return true;
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    return false;
  }
}

/** Returns undefined if another writer changed the same counters. */
async function subtract({ fileId, formId }: Upload): Promise<true | undefined> {
  const key = uploadKey(fileId);
  const [upload, stored] = await Promise.all([getUpload(key), getForm(formId)]);
  if (!stored || !upload?.uncounted || upload.objectKey === undefined) return true;
  const { uncounted, objectKey, storage } = upload;
  const body = storage && (await readAnswers({ objectKey, storage }));
  const answers = body === undefined ? undefined : answersIn(body, uncounted);
  // The nightly recount corrects what damaged answers have counted.
  if (answers === undefined) return true;
  const { kinds, submittedAt } = uncounted;
  const additions = answerAdditions(formId, Date.parse(submittedAt), { status: 'completed', answers, kinds });
  const writes = [
    formExistsCheck(formId),
    updateWrite(key, { remove: ['uncounted'], if: expression`attribute_exists(uncounted)` }),
    ...(await additionWrites(additions)),
    ...unsealWrites(answersScope(formId), dayOf(Date.parse(submittedAt))),
  ];
  return (await writeIfUnchanged(writes)) || undefined;
}
