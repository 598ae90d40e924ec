import { isDeepStrictEqual } from 'node:util';
import type { Form, RetiredField } from '../../domain/forms/form.ts';
import { policedFields } from '../../domain/responses/field-policies.ts';
import { minuteMs } from '../../durations.ts';
import { newId, timeOf } from '../../ids.ts';
import { type Change, expression } from '../expression.ts';
import { dueKeys, type Key, keyOf, partsOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, updateItem } from '../table.ts';
import { deleteWrite, putWrite } from '../writes.ts';

/** Brings the stored answers of a form to what its policies want: due after a change of those, or of the data key. */
export type Sealing = {
  formId: string;
  environmentId: string;
  /** A new one for each change: a run that began before it ends. Its time is that of the change. */
  run: string;
  /** Answers that were on their way with the form as it was are met by a second pass. */
  pass: 1 | 2;
  /** The sort key to go on from. */
  from: string;
  rewritten: number;
  finishedAt?: string;
};

/** No function has the form as it was in its cache any more, and no request is at work with it. */
const settlingMs = minuteMs;

const sealingKey = ({ form, environmentId }: Stored): Key => keyOf('sealing', { environmentId, form: form.id });

export const isSealingKey = ({ pk }: Key): boolean => partsOf('sealing', 'pk', pk) !== undefined;

type Stored = { form: Form; environmentId: string };
type WithHistory = { form: Form; retiredFields: readonly RetiredField[] };

/** The writes that belong to a change of a form: they begin the work anew where a policy comes, goes or is another. */
export const sealingWrites = (read: Stored & WithHistory, changed: WithHistory): TransactItem[] =>
  isDeepStrictEqual(policedFields(read), policedFields(changed)) ? [] : [startSealingWrite(read)];

/** The write that begins the work on a form, or begins it anew. */
export const startSealingWrite = (stored: Stored): TransactItem =>
  putWrite({
    ...sealingKey(stored),
    ...dueKeys(Date.now(), stored.environmentId),
    run: newId('job'),
    ...{ pass: 1, from: '0', rewritten: 0 },
  });

export const sealingEndWrite = (stored: Stored): TransactItem => deleteWrite(sealingKey(stored));

export const getSealingOf = (stored: Stored): Promise<Sealing | undefined> => getSealing(sealingKey(stored));

export async function getSealing(key: Key): Promise<Sealing | undefined> {
  const item = (await getItem(key)) as (Item & Omit<Sealing, 'formId' | 'environmentId'>) | undefined;
  if (!item) return undefined;
  const { run, pass, from, rewritten, finishedAt } = item;
  const { environmentId = '' } = partsOf('sealing', 'pk', item.pk) ?? {};
  return { formId: item.sk, environmentId, run, pass, from, rewritten, finishedAt };
}

/** When the change came that is being carried out: ms since the epoch. */
export const startOf = ({ run }: Sealing): number => timeOf(run.slice(run.indexOf('_') + 1));

/** Stores how far a pass has come; at the end of the first, the second is due once requests of before have ended. */
export async function continueSealing(
  work: Sealing,
  { from, rewritten }: { from: string | undefined; rewritten: number },
): Promise<void> {
  const { environmentId, run, pass } = work;
  const key = keyOf('sealing', { environmentId, form: work.formId });
  // Of two runs at once, each has rewritten a part. What is no longer as it was read, is another's to go on with.
  if (rewritten > 0) await updateItem(key, { add: { rewritten }, if: expression`#run = ${run}` });
  await updateItem(key, { ...next(work, from, Date.now()), if: expression`#run = ${run} AND pass = ${pass}` });
}

function next(work: Sealing, from: string | undefined, now: number): Change {
  if (from !== undefined) return { set: { from, ...dueKeys(now, work.environmentId) } };
  if (work.pass === 2) return { set: { finishedAt: new Date(now).toISOString() }, remove: ['duepk', 'duesk'] };
  const time = Math.max(now, startOf(work) + settlingMs);
  return { set: { pass: 2, from: '0', ...dueKeys(time, work.environmentId) } };
}
