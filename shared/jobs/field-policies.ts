import { isDeepStrictEqual } from 'node:util';
import { policedFields } from '../domain/responses/policed-fields.ts';
import { kindsOf } from '../domain/summaries/answer-kinds.ts';
import { responseId } from '../ids.ts';
import { expression } from '../store/expression.ts';
import { readForms } from '../store/forms/form-lists.ts';
import { formExistsCheck, getForm, responsePartitions, type StoredForm } from '../store/forms/forms.ts';
import { continueSealing, getSealing, startSealingWrite } from '../store/forms/sealing.ts';
import type { SealEnvironmentJob } from '../store/jobs.ts';
import type { Key } from '../store/keys.ts';
import { fromItem } from '../store/responses/responses.ts';
import { resealAnswers } from '../store/responses/sealed-answers.ts';
import { deleteOnce, getItem, type Item, updateItem, writeIfUnchanged } from '../store/table.ts';
import { deleteWrite } from '../store/writes.ts';
import { rewriteAll } from './rewrite-all.ts';

/**
 * Seals and opens the stored answers of a form as its policies require. Readers follow the policies at once; this job
 * catches up in two passes. The second runs once nobody writes by the old policies. It may be killed at any point and
 * run twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function applyFieldPolicies(key: Key, deadline: number): Promise<void> {
  const work = await getSealing(key);
  if (!work || work.finishedAt !== undefined) return;
  const stored = await getForm(work.formId);
  if (!stored) return deleteOnce(key);
  let rewritten = 0;
  const partitions = [...responsePartitions(stored), ...responsePartitions(stored, 'spam')];
  const from = await rewriteAll(partitions, work.from, deadline, item => async () => {
    if (await rewriteAnswers(stored, item)) rewritten += 1;
  });
  await continueSealing(work, { from, rewritten });
}

/** Starts that job on every form of an environment that has sealed answers, once its data key was rotated. */
export async function sealEnvironment(key: Key, { environmentId, startsAt }: SealEnvironmentJob): Promise<void> {
  for await (const stored of readForms(environmentId, { order: 'asc' })) {
    if (policedFields(stored).size === 0) continue;
    await writeIfUnchanged([formExistsCheck(stored.form.id), startSealingWrite(stored)]);
  }
  if (startsAt === undefined) return deleteOnce(key);
  // Another rotation may have put its own job there meanwhile.
  await writeIfUnchanged([deleteWrite(key, expression`startsAt = ${startsAt}`)]);
}

/**
 * Rewrites answers. Returns whether that was needed. The response looks the same to every reader, and so do the times
 * of its changes.
 */
async function rewriteAnswers(stored: StoredForm, item: Item): Promise<boolean> {
  const { answers: before, unreadable } = fromItem(item, stored.form);
  if (unreadable !== undefined) return false;
  const answers = await resealAnswers(stored, responseId(stored.form.id, item.sk), before);
  if (isDeepStrictEqual(answers, before)) return false;
  const written = await updateItem(item, {
    set: {
      answers: JSON.stringify(answers),
      kinds: kindsOf(stored, answers, before, item.kinds as string | undefined),
      // Anyone who read the response before this must read it again.
      revision: expression`if_not_exists(revision, ${1}) + ${1}`,
    },
    add: { rewrites: 1 },
    if: expression`answers = ${item.answers}`,
  });
  if (written) return true;
  const changed = await getItem(item);
  return changed ? rewriteAnswers(stored, changed) : false;
}
