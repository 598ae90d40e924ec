import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { type TransactItem, writeIfUnchanged } from '../table.ts';
import { checkWrite, updateWrite } from '../writes.ts';
import type { StoredForm } from './forms.ts';
import { getRetention, restartWrite, retentionKey } from './retention.ts';

/**
 * Shows restored responses to readers: those submitted from this time on (ms since the epoch) no longer count as
 * expired. Returns false when that would bring back responses that have yet to be archived or removed, or when the form
 * has changed since it was read.
 */
export async function retainRestored(read: StoredForm, { from }: { from: number }): Promise<boolean> {
  const { form, expired, environmentId, revision } = read;
  if (!expired || expired.before <= from) return true;
  const key = retentionKey(environmentId, form.id);
  const work = await getRetention(key);
  if (work && (work.rewriting || work.archiving || work.cleanUntil < expired.before)) return false;
  const ofWork: TransactItem = work
    ? updateWrite(key, {
        set: { cleanUntil: Math.min(work.cleanUntil, from) },
        if: expression`revision = ${work.revision} AND attribute_not_exists(archiving)`,
      })
    : checkWrite(key, expression`attribute_not_exists(pk)`);
  const ofForm = updateWrite(keyOf('form', { form: form.id }), {
    set: { expired: { ...expired, before: from }, revision: revision + 1 },
    if: expression`revision = ${revision}`,
  });
  return writeIfUnchanged([ofWork, ofForm]);
}

/** Schedules the removal times of restored responses and their files, if the form has a retention. */
export async function followRestored({ form, environmentId }: StoredForm): Promise<void> {
  const work = await getRetention(retentionKey(environmentId, form.id));
  if (work) await writeIfUnchanged([restartWrite(work)]);
}
