import { isDeepStrictEqual } from 'node:util';
import type { Form } from '../../domain/forms/form.ts';
import { type Expiry, expiredAfter } from '../../domain/forms/retention.ts';
import { minuteMs } from '../../durations.ts';
import { expression } from '../expression.ts';
import { dueKeys, type Key, keyOf, partitionOf, partsOf } from '../keys.ts';
import { queryAll } from '../query.ts';
import { getItem, type Item, type TransactItem, updateItem, writeIfUnchanged } from '../table.ts';
import { deleteWrite, exists, updateWrite } from '../writes.ts';

/** How far a change of the removal times of responses and files has progressed: up to a sort key. */
export type Rewriting = { of: 'responses' | 'files'; from: string };

/** The job that applies a form's retention: due once a day, and after each change. */
export type RetentionWork = {
  formId: string;
  environmentId: string;
  /** The form's revision when its retention last changed. */
  revision: number;
  /** Responses submitted before this time (ms since the epoch) are no longer stored. */
  cleanUntil: number;
  rewriting?: Rewriting;
  /** The ID of the archive being made. */
  archiving?: string;
  /** How often responses were erased that may already be in an archive. */
  erasures: number;
};

/**
 * After this time no function has the old form in its cache, and no run of the job works with it. What they wrote is
 * overwritten.
 */
const settlingMs = minuteMs;

export const retentionKey = (environmentId: string, formId: string): Key =>
  keyOf('retention', { environmentId, form: formId });

export const isRetentionKey = ({ pk }: Key): boolean => partsOf('retention', 'pk', pk) !== undefined;

type RetentionUpdate = { form: Form; environmentId: string; revision: number; expired?: Expiry };

/** Returns the effects of a form's change: what has expired, and the writes that belong to the change. */
export function retentionChange(read: RetentionUpdate, form: Form): { expired?: Expiry; writes: TransactItem[] } {
  if (isDeepStrictEqual(read.form.retention, form.retention)) return { writes: [] };
  const now = Date.now();
  return {
    expired: expiredAfter(read, form, now),
    writes: [startWrite({ ...read, revision: read.revision + 1 }, now)],
  };
}

/** Returns the writes that belong to a new form. */
export const newRetentionWrites = (stored: RetentionUpdate): TransactItem[] =>
  stored.form.retention ? [startWrite(stored, Date.now())] : [];

function startWrite({ form, environmentId, revision }: RetentionUpdate, now: number): TransactItem {
  return updateWrite(retentionKey(environmentId, form.id), {
    set: { ...dueKeys(now + settlingMs, environmentId), revision, rewriting: firstRewriting },
  });
}

const firstRewriting: Rewriting = { of: 'responses', from: '0' };

/** Returns the write that sets the removal times again. */
export const restartWrite = ({ formId, environmentId, revision }: RetentionWork): TransactItem =>
  updateWrite(retentionKey(environmentId, formId), {
    set: { ...dueKeys(Date.now(), environmentId), rewriting: firstRewriting },
    if: expression`revision = ${revision}`,
  });

export const retentionEndWrite = ({ form, environmentId }: RetentionUpdate): TransactItem =>
  deleteWrite(retentionKey(environmentId, form.id));

export async function getRetention(key: Key): Promise<RetentionWork | undefined> {
  const item = await getItem(key);
  return item && fromItem(item);
}

/** Returns the retention jobs of an environment's forms, including those that still carry out a former retention. */
export const retentionsOf = async (environmentId: string): Promise<RetentionWork[]> =>
  (await queryAll({ partition: partitionOf('retention', 'pk', { environmentId }) })).map(fromItem);

function fromItem(item: Item): RetentionWork {
  const { revision, cleanUntil = 0, rewriting, archiving, erasures = 0 } = item as Item & Partial<RetentionWork>;
  const { environmentId = '' } = partsOf('retention', 'pk', item.pk) ?? {};
  return { formId: item.sk, environmentId, revision: Number(revision), cleanUntil, rewriting, archiving, erasures };
}

/** The writes that ensure archives are made one after the other. */
export const archivingWrites = {
  begin: ({ formId, environmentId, revision, erasures }: RetentionWork, archiving: string): TransactItem =>
    updateWrite(retentionKey(environmentId, formId), {
      set: { archiving, erasures },
      if: expression`revision = ${revision} AND attribute_not_exists(archiving) AND (attribute_not_exists(erasures) OR erasures = ${erasures})`,
    }),
  end: ({ formId, environmentId }: RetentionWork, { id, to }: { id: string; to: number }): TransactItem =>
    updateWrite(retentionKey(environmentId, formId), {
      set: { cleanUntil: to },
      remove: ['archiving'],
      if: expression`archiving = ${id}`,
    }),
};

/** Prevents a new archive of responses that were read before some of them were erased. */
export const noteErasure = (environmentId: string, formId: string): Promise<boolean> =>
  updateItem(retentionKey(environmentId, formId), { add: { erasures: 1 }, if: exists });

/** Ends the retention job of a form that no longer has one. Returns false when the form has a retention again. */
export const endRetention = ({ formId, environmentId, revision }: RetentionWork): Promise<boolean> =>
  writeIfUnchanged([deleteWrite(retentionKey(environmentId, formId), expression`revision = ${revision}`)]);

/**
 * Stores the job's progress and when it is due next (ms since the epoch). Returns false when the retention has changed
 * since.
 */
export function continueRetention(
  work: RetentionWork,
  { cleanUntil, rewriting }: Pick<Partial<RetentionWork>, 'cleanUntil' | 'rewriting'>,
  time: number,
): Promise<boolean> {
  const { formId, environmentId, revision } = work;
  return updateItem(retentionKey(environmentId, formId), {
    set: { ...dueKeys(time, environmentId), cleanUntil, rewriting },
    remove: rewriting ? [] : ['rewriting'],
    if: expression`revision = ${revision}`,
  });
}
