import { expression } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { type TransactItem, writeIfUnchanged } from '../table.ts';
import { checkWrite, updateWrite } from '../writes.ts';
import type { StoredForm } from './forms.ts';
import { getRetention, restartWrite, retentionKey } from './retention.ts';

/**
 * Lets readers see what is restored: what was submitted from this time on (ms since the epoch) has not expired any more.
 * False when that would bring back what is still to be archived or removed, or when the form was changed since it was read.
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

/** Has the times of removal set of what was restored, and of its files, where the form has a retention. */
export async function followRestored({ form, environmentId }: StoredForm): Promise<void> {
  const work = await getRetention(retentionKey(environmentId, form.id));
  if (work) await writeIfUnchanged([restartWrite(work)]);
}
