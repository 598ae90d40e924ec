import { isDeepStrictEqual } from 'node:util';
import type { Form, RetiredField } from '../../domain/forms/form.ts';
import { limitedOptions } from '../../domain/forms/option-limits.ts';
import { keepsAnswersInBucket } from '../../domain/forms/storage.ts';
import { policedFields } from '../../domain/responses/policed-fields.ts';
import { minuteMs } from '../../durations.ts';
import { newId, timeOf } from '../../ids.ts';
import { expression, type ItemUpdate } from '../expression.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, updateItem } from '../table.ts';
import { deleteWrite, putWrite } from '../writes.ts';

/**
 * The job that seals or opens a form's stored answers by its policies, and moves them to the bucket of its owner or
 * back: due after a change of those, or of the data key.
 */
export type Sealing = {
  formId: string;
  environmentId: string;
  /** The ID of the run, new for each change. Earlier runs end. Its time is the time of the change. */
  run: string;
  /** A second pass catches answers that were being stored with the old form. */
  pass: 1 | 2;
  /** The sort key to continue from. */
  from: string;
  rewritten: number;
  finishedAt?: string;
};

/** After this time no function has the old form in its cache, and no request works with it. */
const settlingMs = minuteMs;

const sealingKey = ({ form, environmentId }: FormOfEnvironment): Key =>
  keyOf('sealing', { environmentId, form: form.id });

export const isSealingKey = ({ pk }: Key): boolean => partsOf('sealing', 'pk', pk) !== undefined;

type FormOfEnvironment = { form: Form; environmentId: string };
type WithHistory = { form: Form; retiredFields: readonly RetiredField[] };

/**
 * Returns the writes that belong to a form's change: they restart the job when a policy is added, removed or changed,
 * when answers are to be kept elsewhere, or when an option gets a limit.
 */
export const sealingWrites = (read: FormOfEnvironment & WithHistory, changed: WithHistory): TransactItem[] =>
  isDeepStrictEqual(policedFields(read), policedFields(changed)) &&
  keepsAnswersInBucket(read.form) === keepsAnswersInBucket(changed.form) &&
  newLimits(read.form, changed.form).length === 0
    ? []
    : [startSealingWrite(read)];

function newLimits(before: Form, after: Form): string[] {
  const known = new Set(limitedOptions(before).map(({ name }) => name));
  return limitedOptions(after)
    .map(({ name }) => name)
    .filter(name => !known.has(name));
}

/** Returns the write that starts or restarts the job on a form. */
export const startSealingWrite = (stored: FormOfEnvironment): TransactItem =>
  putWrite({
    ...sealingKey(stored),
    ...dueKeys(Date.now(), stored.environmentId),
    run: newId('job'),
    ...{ pass: 1, from: '0', rewritten: 0 },
  });

export const sealingEndWrite = (stored: FormOfEnvironment): TransactItem => deleteWrite(sealingKey(stored));

export const getSealingOf = (stored: FormOfEnvironment): Promise<Sealing | undefined> => getSealing(sealingKey(stored));

export async function getSealing(key: Key): Promise<Sealing | undefined> {
  const item = (await getItem(key)) as (Item & Omit<Sealing, 'formId' | 'environmentId'>) | undefined;
  if (!item) return undefined;
  const { run, pass, from, rewritten, finishedAt } = item;
  const { environmentId = '' } = partsOf('sealing', 'pk', item.pk) ?? {};
  return { formId: item.sk, environmentId, run, pass, from, rewritten, finishedAt };
}

/** Returns when the change was made that is being carried out, in ms since the epoch. */
export const startOf = ({ run }: Sealing): number => timeOf(run.slice(run.indexOf('_') + 1));

/**
 * Stores the progress of a pass. After the first pass, the second is due once older requests have ended.
 *
 * @param at when a pass that has not ended continues, in ms since the epoch
 */
export async function continueSealing(
  work: Sealing,
  { from, rewritten }: { from: string | undefined; rewritten: number },
  at = Date.now(),
): Promise<void> {
  const { environmentId, run, pass } = work;
  const key = keyOf('sealing', { environmentId, form: work.formId });
  // Two concurrent runs have each rewritten a part. Another run continues with what has changed since it was read.
  if (rewritten > 0) await updateItem(key, { add: { rewritten }, if: expression`#run = ${run}` });
  await updateItem(key, { ...next(work, from, at), if: expression`#run = ${run} AND pass = ${pass}` });
}

function next(work: Sealing, from: string | undefined, now: number): ItemUpdate {
  if (from !== undefined) return { set: { from, ...dueKeys(now, work.environmentId) } };
  if (work.pass === 2) return { set: { finishedAt: new Date(now).toISOString() }, remove: ['duepk', 'duesk'] };
  const time = Math.max(now, startOf(work) + settlingMs);
  return { set: { pass: 2, from: '0', ...dueKeys(time, work.environmentId) } };
}
