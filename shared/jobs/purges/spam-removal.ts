import { responseId } from '../../ids.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import { postpone } from '../../store/due.ts';
import { getForm } from '../../store/forms/forms.ts';
import { type Key, partsOf } from '../../store/keys.ts';
import { deleteResponse, readResponse, spamKeptMs } from '../../store/responses/responses.ts';

/** Removes due spam and its files once it has expired. Spam of a deleted form is purged with it. */
export async function removeSpam(key: Key, now: number): Promise<void> {
  const stored = await getForm(partsOf('spam', 'pk', key.pk)?.form ?? '');
  if (!stored) return;
  await retryOnConflict(async () => {
    const read = await readResponse(responseId(stored.form.id, key.sk), stored);
    const mark = read?.response.spam;
    if (!mark) return true;
    const dueAt = Date.parse(mark.at) + spamKeptMs;
    if (dueAt <= now) return (await deleteResponse(read)) || undefined;
    await postpone(key, stored.environmentId, dueAt, 1);
    return true;
  });
}
