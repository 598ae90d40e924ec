import { archiveRemovalTime, expiredBefore, policyOf } from '../../domain/forms/retention.ts';
import { dayMs, hourMs, minuteMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { timeKey } from '../../ids.ts';
import { archivesOf, beginDeletion } from '../../store/forms/archives.ts';
import { getForm, responsePartitions, type StoredForm } from '../../store/forms/forms.ts';
import { continueRetention, endRetention, getRetention, type RetentionWork } from '../../store/forms/retention.ts';
import { endNamesItem } from '../../store/jobs.ts';
import type { Key } from '../../store/keys.ts';
import { deleteOnce, putItem } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { deleteAll } from '../purges/purge.ts';
import { archiveOldest, continueArchive } from './archive.ts';
import { rewriteRemovals } from './rewrite-removals.ts';

/** DynamoDB removes expired items within a few days. Any that are left by then are removed here. */
const removedWithinMs = 5 * dayMs;

/**
 * Applies a form's retention. Readers follow it at once; this job catches up once a day and after each change. It sets
 * when stored items are to be removed, and removes those that should be gone. It may be killed at any point and run
 * twice.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function keepRetention(key: Key, deadline: number, now = Date.now()): Promise<void> {
  const work = await getRetention(key);
  if (!work) return;
  const stored = await getForm(work.formId);
  if (!stored) return deleteOnce(key);
  try {
    await archiveOrRemove(stored, work, deadline, now);
  } catch (error) {
    // Nothing was removed that is not in an archive.
    if (!isStorageUnreachable(error)) throw error;
    await continueRetention(work, { rewriting: work.rewriting }, now + hourMs);
  }
}

async function archiveOrRemove(stored: StoredForm, work: RetentionWork, deadline: number, now: number): Promise<void> {
  if (work.rewriting) {
    const rewriting = await rewriteRemovals(stored, work.rewriting, deadline);
    const isDone = !rewriting && policyOf(stored) !== 'archive';
    await continueRetention(work, { rewriting }, isDone ? now + removedWithinMs : now);
    return;
  }
  await endArchives(stored, now);
  if (work.archiving) await continueArchiving(stored, work, deadline, now);
  else if (policyOf(stored) === 'archive') await archive(stored, work, deadline, now);
  else await removeForgotten(stored, work, deadline, now);
}

/**
 * Has archives deleted whose days are over. One that is being restored, or that a data subject request may be reading,
 * is deleted by a later run.
 */
async function endArchives(stored: StoredForm, now: number): Promise<void> {
  const { form, organizationId } = stored;
  if (form.retention?.archiveDays === undefined) return;
  for (const archive of await archivesOf(form.id)) {
    const time = archiveRemovalTime(stored, archive.createdAt) ?? Number.POSITIVE_INFINITY;
    if (archive.state === 'complete' && time <= now) {
      await beginDeletion(archive, { organizationId, environment: form.environment });
    }
  }
}

/** Makes one archive a run. The rest is due at once. */
async function archive(stored: StoredForm, work: RetentionWork, deadline: number, now: number): Promise<void> {
  const before = archivableBefore(stored, now);
  if (await archiveOldest(stored, work, before, deadline)) await continueRetention(work, {}, now);
  else await rest(stored, work, before, now);
}

async function continueArchiving(
  stored: StoredForm,
  work: RetentionWork,
  deadline: number,
  now: number,
): Promise<void> {
  await continueArchive(stored, work, deadline);
  await continueRetention(work, {}, now);
}

/** The time after which every request that read a response before it expired has ended. */
const requestsEndWithinMs = 5 * minuteMs;

/**
 * Returns the time up to which responses can be archived: whole days (UTC), so that a quiet form has few archives. A
 * former retention archives everything that had expired.
 */
function archivableBefore({ form: { retention }, expired }: StoredForm, now: number): number {
  const { days } = retention ?? {};
  const wholeDays = days === undefined ? 0 : Math.floor((now - requestsEndWithinMs - days * dayMs) / dayMs) * dayMs;
  return Math.max(wholeDays, expired?.before ?? 0);
}

async function rest(stored: StoredForm, work: RetentionWork, cleanUntil: number, now: number): Promise<void> {
  const { form, extraNames = [] } = stored;
  // Expired responses may have been the last ones with a name.
  if (extraNames.length > 0) await putItem(endNamesItem(stored, now));
  const { days, archiveDays } = form.retention ?? {};
  if (days !== undefined || archiveDays !== undefined) await continueRetention(work, { cleanUntil }, now + dayMs);
  else await endRetention(work);
}

async function removeForgotten(stored: StoredForm, work: RetentionWork, deadline: number, now: number): Promise<void> {
  const until = cleanableUntil(stored, now);
  const span = { ...wholeSpan, high: timeKey(until) };
  const partitions = responsePartitions(stored).map(partition => ({ partition, span }));
  if ((await deleteAll(partitions, deadline)).done) await rest(stored, work, until, now);
  else await continueRetention(work, {}, now);
}

/** Returns the time (ms since the epoch) before which no submitted response may be stored any more. */
function cleanableUntil(stored: StoredForm, now: number): number {
  const before = expiredBefore(stored, now) ?? 0;
  return stored.form.retention?.days === undefined ? before : before - removedWithinMs;
}
