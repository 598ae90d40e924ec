import { isDeepStrictEqual } from 'node:util';
import { chosenNames } from '../domain/forms/option-limits.ts';
import { keepsAnswersInBucket } from '../domain/forms/storage.ts';
import { policedFields } from '../domain/responses/policed-fields.ts';
import { kindsOf } from '../domain/summaries/answer-kinds.ts';
import { hourMs } from '../durations.ts';
import { isStorageUnreachable } from '../errors.ts';
import { responseId } from '../ids.ts';
import { expression } from '../store/expression.ts';
import { readForms } from '../store/forms/form-lists.ts';
import { formExistsCheck, getForm, responsePartitions, type StoredForm } from '../store/forms/forms.ts';
import { continueSealing, getSealing, startSealingWrite } from '../store/forms/sealing.ts';
import type { SealEnvironmentJob } from '../store/jobs.ts';
import { type Key, responseTypes } from '../store/keys.ts';
import { type AnsweredItem, takeAnswersBack, withAllAnswers } from '../store/responses/moved-answers.ts';
import { asRead, fromItem } from '../store/responses/responses.ts';
import { resealAnswers } from '../store/responses/sealed-answers.ts';
import { deleteOnce, getItem, type Item, updateItem, writeIfUnchanged } from '../store/table.ts';
import { deleteWrite, exists } from '../store/writes.ts';
import { moveAnswers } from './move-answers.ts';
import { rewriteAll } from './rewrite-all.ts';

/**
 * Seals and opens the stored answers of a form as its policies require, notes which limited options they choose, and
 * moves them to where it keeps them. Readers
 * follow the policies at once; this job catches up in two passes. The second runs once nobody writes by the old
 * policies. It may be killed at any point and run twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function applyFieldPolicies(key: Key, deadline: number): Promise<void> {
  const work = await getSealing(key);
  if (!work || work.finishedAt !== undefined) return;
  const stored = await getForm(work.formId);
  if (!stored) return deleteOnce(key);
  let rewritten = 0;
  const partitions = responseTypes.flatMap(itemType => responsePartitions(stored, itemType));
  try {
    const from = await rewriteAll(partitions, work.from, deadline, item => async () => {
      if (await rewriteAnswers(stored, item)) rewritten += 1;
    });
    await continueSealing(work, { from, rewritten });
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    await continueSealing(work, { from: work.from, rewritten }, Date.now() + hourMs);
  }
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
 * Rewrites answers, and moves them. Returns whether that was needed. The response looks the same to every reader, and
 * so do the times of its changes.
 */
async function rewriteAnswers(stored: StoredForm, found: Item): Promise<boolean> {
  const [item] = await withAllAnswers([found]);
  if (!item || item.answersFault) return false;
  const isRewritten = await resealStored(stored, item);
  return (await moveStored(stored, isRewritten ? await getItem(item) : item)) || isRewritten;
}

/** Moves answers to where the form keeps them. Returns whether that was needed. */
async function moveStored(stored: StoredForm, item: AnsweredItem | undefined): Promise<boolean> {
  if (!item) return false;
  const isKeptInBucket = keepsAnswersInBucket(stored.form);
  if (isKeptInBucket && !item.answersAt) return moveLater(stored, item);
  if (isKeptInBucket) return false;
  return item.answersAt ? (await takeAnswersBack(item, stored, { moves: false })) !== undefined : false;
}

/** Moves answers now, or once the visitor of a partial response has ended it. */
async function moveLater(stored: StoredForm, item: AnsweredItem): Promise<boolean> {
  if (await moveAnswers({ ...item, answersMove: 1 }, stored)) return true;
  if (item.status === 'partial' && !item.answersMove) await updateItem(item, { set: { answersMove: 1 }, if: exists });
  return false;
}

async function resealStored(stored: StoredForm, item: AnsweredItem): Promise<boolean> {
  const { answers: before, unreadable } = fromItem(item, stored.form);
  if (unreadable !== undefined) return false;
  const answers = await resealAnswers(stored, responseId(stored.form.id, item.sk), before);
  const chosen = chosenNames(stored.form, answers);
  if (isDeepStrictEqual(answers, before))
    return isDeepStrictEqual(chosen, item.chosen) ? false : noteChosen(stored, item, chosen);
  if (item.answersAt) {
    const own = await takeAnswersBack(item, stored);
    return own ? resealStored(stored, own) : rewriteChanged(stored, item);
  }
  const written = await updateItem(item, {
    set: {
      answers: JSON.stringify(answers),
      kinds: kindsOf(stored, answers, before, item.kinds as string | undefined),
      chosen: chosenNames(stored.form, answers),
      // Anyone who read the response before this must read it again.
      revision: expression`if_not_exists(revision, ${1}) + ${1}`,
    },
    remove: chosen ? [] : ['chosen'],
    add: { rewrites: 1 },
    if: expression`answers = ${item.answers}`,
  });
  return written || rewriteChanged(stored, item);
}

/** Notes which limited options a response chooses, wherever its answers are. */
async function noteChosen(stored: StoredForm, item: AnsweredItem, chosen: string[] | undefined): Promise<boolean> {
  const written = await updateItem(item, {
    set: { chosen, revision: expression`if_not_exists(revision, ${1}) + ${1}` },
    remove: chosen ? [] : ['chosen'],
    add: { rewrites: 1 },
    if: asRead({ revision: Number(item.revision ?? 1) }),
  });
  return written || rewriteChanged(stored, item);
}

/** Reseals the answers of a response that has changed since it was read. */
async function rewriteChanged(stored: StoredForm, key: Key): Promise<boolean> {
  const changed = await getItem(key);
  const [item] = changed ? await withAllAnswers([changed]) : [];
  return item && !item.answersFault ? resealStored(stored, item) : false;
}
