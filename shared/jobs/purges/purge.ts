import { deleteArchiveObject, deleteArchives } from '../../aws/s3/archive-objects.ts';
import { bucketOf } from '../../aws/s3/buckets.ts';
import { batchesOf } from '../../batches.ts';
import { placesSeen } from '../../domain/analytics/counter-names.ts';
import { digestSettlesMs } from '../../domain/receivers/digest-window.ts';
import { dayMs, hourMs, minuteMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { shardNames, shardsMax, timeKey } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { log } from '../../log.ts';
import { Pace } from '../../pace.ts';
import { readTotals } from '../../store/counters/counter-items.ts';
import { postpone } from '../../store/due.ts';
import { expression } from '../../store/expression.ts';
import { type Archive, allArchivesOf } from '../../store/forms/archives.ts';
import { removeTombstone } from '../../store/forms/forms.ts';
import type { PurgeJob, PurgeReceiverJob } from '../../store/jobs.ts';
import { answersScope, dueKeys, type Key, keyOf, partitionOf, responseTypes, spamScope } from '../../store/keys.ts';
import { queryPage, type Span } from '../../store/query.ts';
import { receiverIdsOf } from '../../store/receivers/receivers.ts';
import { pointersTo } from '../../store/responses/moved-responses.ts';
import { batchDelete, deleteOnce, updateItem } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { exists } from '../../store/writes.ts';
import { removeFilesOf } from './export-removal.ts';
import { removeImagesOf } from './image-removal.ts';
import { removeUploads } from './upload-removal.ts';

/** Longer than any function caches a form, or runs with one that it has read. */
export const settlingMs = minuteMs;

/**
 * Removes the rest of a deleted form, as far as time allows. Progress is whatever is gone, so it may be killed at any
 * point and run twice. Its steps:
 *
 * 0. Remove the responses, the keys and sessions of their submitters, the deliveries to the form's own webhooks, files
 *    and archives.
 * 1. Once no cache can have the form, repeat step 0 until the counters too say that nothing is left. Then remove the form
 *    itself, without which no stream reader starts to count for it.
 * 2. Once the readers that had started have ended, remove the counters, and the form's own webhooks with theirs; then the
 *    job.
 *
 * While files or archives are left in an owner's bucket that does not let the service in, it stays in step 1, says so in
 * `pending`, and tries again: hourly at first, then as long as it has waited, and at least daily.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function purge(Key: Key, job: PurgeJob, deadline: number): Promise<void> {
  const { formId, environmentId, org, step } = job;
  if (step === 2) {
    const scopes = [formId, spamScope(formId), answersScope(formId), ...(await receiverIdsOf(formId))];
    for (const scope of scopes) await deleteCounters(scope);
    await deletePartition({ partition: partitionOf('webhook', 'pk', { owner: formId }) }, Number.POSITIVE_INFINITY);
    await deleteOnce(Key);
    return;
  }
  const archives = await deleteArchiveItems(formId);
  await removeFilesOf(environmentId, formId);
  await removeImagesOf(org, formId);
  const own = await receiverIdsOf(formId);
  const { deleted, done } = await deleteAll(
    [
      ...submissionsOf(formId).map(partition => ({ partition })),
      { partition: partitionOf('consentText', 'pk', { form: formId }) },
      { partition: partitionOf('responseViews', 'pk', { form: formId }) },
      { partition: partitionOf('formVersion', 'pk', { form: formId }) },
      ...own.map(webhook => ({ partition: partitionOf('delivery', 'pk', { owner: formId, webhook }) })),
      ...(await receiverIdsOf(environmentId)).map(integration => ({
        partition: partitionOf('digestEntry', 'pk', { owner: environmentId, integration }),
        span: { ...wholeSpan, low: timeKey(Date.now() - digestSettlesMs) },
        formId,
      })),
    ],
    deadline,
  );
  const files = await removeUploads(formId, deadline);
  const archivesDone = await deleteArchives({ environmentId, formId }, deadline);
  if (!done || !files.done || !archivesDone) {
    await postpone(Key, environmentId, Date.now(), step);
  } else if (
    step === 0 ||
    deleted + archives.deleted > 0 ||
    files.deleted > 0 ||
    !(await areCountersZero([formId, spamScope(formId), ...own]))
  ) {
    await postpone(Key, environmentId, Date.now() + settlingMs, 1);
  } else if (archives.left.length > 0 || files.left.size > 0) {
    await waitForOwners(Key, job, archives.left, files.left);
  } else {
    await removeTombstone(formId);
    await postpone(Key, environmentId, Date.now() + 2 * settlingMs, 2);
  }
}

/**
 * Deletes the items of archives, and their objects in owners' buckets. Returns those in buckets that are closed, whose
 * items stay.
 */
async function deleteArchiveItems(formId: string): Promise<{ deleted: number; left: Archive[] }> {
  const left: Archive[] = [];
  const all = await allArchivesOf(formId);
  for (const archive of all) {
    if (await isDeleted(archive)) await deleteOnce(keyOf('archive', { form: formId, archive: archive.id }));
    else left.push(archive);
  }
  return { deleted: all.length - left.length, left };
}

/** Deletes an archive's object, if it is in an owner's bucket. Returns false if that is closed. */
async function isDeleted(archive: Archive): Promise<boolean> {
  try {
    if (archive.storage) await deleteArchiveObject(archive);
    return true;
  } catch (error) {
    if (!isStorageUnreachable(error)) throw error;
    return false;
  }
}

/** Says what is left in closed buckets, and tries again later. The purge of an organization no longer waits for it. */
async function waitForOwners(
  Key: Key,
  { formId, environmentId, pendingSince = Date.now() }: PurgeJob,
  archives: readonly Archive[],
  files: ReadonlyMap<string, number>,
): Promise<void> {
  const pending = {
    files: [...files.values()].reduce((sum, count) => sum + count, 0),
    archives: archives.length,
    buckets: [...new Set([...files.keys(), ...archives.map(bucketOf)])].sort(),
  };
  log.warn('what is left of a deleted form is in a bucket that is closed', { formId, ...pending });
  const due = Date.now() + Math.min(Math.max(Date.now() - pendingSince, hourMs), dayMs);
  await updateItem(Key, {
    set: { pending, pendingSince, ...dueKeys(due, environmentId) },
    remove: ['gsi1pk', 'gsi1sk'],
    if: exists,
  });
}

/** Removes the deliveries and then the counters of a deleted webhook or integration of an environment. */
export async function purgeReceiver(Key: Key, job: PurgeReceiverJob, deadline: number): Promise<void> {
  const { owner, receiverId, step } = job;
  if (step === 2) {
    await deleteCounters(receiverId);
    await deleteOnce(Key);
    return;
  }
  const partition = partitionOf('delivery', 'pk', { owner, webhook: receiverId });
  const digests = partitionOf('digestEntry', 'pk', { owner, integration: receiverId });
  const { deleted, done } = await deleteAll([{ partition }, { partition: digests }], deadline);
  if (!done) await postpone(Key, owner, Date.now(), step);
  else if (step === 0 || deleted > 0 || !(await areCountersZero([receiverId])))
    await postpone(Key, owner, Date.now() + settlingMs, 1);
  else await postpone(Key, owner, Date.now() + 2 * settlingMs, 2);
}

function submissionsOf(form: string): string[] {
  return [
    ...shardNames(shardsMax).flatMap(shard => [
      ...responseTypes.map(itemType => partitionOf(itemType, 'pk', { form, shard })),
      partitionOf('movedResponse', 'pk', { form, shard }),
    ]),
    ...[...'0123456789abcdef'].map(slice => partitionOf('visit', 'pk', { form, slice })),
  ];
}

/** What to delete: a whole partition, a span of it, or one form's items in it. */
type PartitionToDelete = { partition: string; span?: Span; formId?: string };

type PurgeResult = { deleted: number; done: boolean };

/** The number of partitions read at once. Most of a form's partitions are empty. */
const partitionsAtOnce = 10;

/** Deletes until the deadline, at the pace of one job, however many partitions there are. */
export async function deleteAll(partitions: readonly PartitionToDelete[], deadline: number): Promise<PurgeResult> {
  const pace = new Pace();
  const results = await inParallel(partitions, partitionsAtOnce, each => deletePartition(each, deadline, pace));
  return {
    deleted: results.reduce((sum, { deleted }) => sum + deleted, 0),
    done: results.every(({ done }) => done),
  };
}

/** The number of items per read and per delete. */
const pageItems = 500;
const batchItems = 25;

export async function deletePartition(
  { partition, span, formId }: PartitionToDelete,
  deadline: number,
  pace = new Pace(),
): Promise<PurgeResult> {
  const filter = formId === undefined ? undefined : expression`formId = ${formId}`;
  const query = { partition, span, filter, attributes: ['pk', 'sk'] };
  let deleted = 0;
  let from: Key | undefined;
  while (Date.now() < deadline) {
    const { items, lastKey } = await queryPage(query, pageItems, from);
    for (const batch of batchesOf(items, batchItems)) {
      await pace.take(batch.length);
      if (Date.now() >= deadline) return { deleted, done: false };
      // Pointers are deleted together with their responses.
      await batchDelete([...pointersTo(batch), ...batch]);
      deleted += batch.length;
    }
    from = lastKey;
    if (!from) return { deleted, done: true };
  }
  return { deleted, done: false };
}

/**
 * Deletes the counters twice. A late change may be counted until the first pass has removed the existing ones. After
 * that nothing is counted, because new counters need the form.
 */
async function deleteCounters(scope: string): Promise<void> {
  const partition = partitionOf('totalCounts', 'pk', { scope });
  await deletePartition({ partition: partitionOf('statusMark', 'pk', { scope }) }, Number.POSITIVE_INFINITY);
  for (let pass = 0; pass < 2; pass++) await deletePartition({ partition }, Number.POSITIVE_INFINITY);
}

/** Whether the stream has delivered the removal of everything whose creation it delivered. */
async function areCountersZero(scopes: readonly string[]): Promise<boolean> {
  return (await Promise.all(scopes.map(isCounterZero))).every(Boolean);
}

async function isCounterZero(scope: string): Promise<boolean> {
  const { counts } = await readTotals(scope);
  return [...counts].every(([name, count]) => count === 0 || name === placesSeen);
}
