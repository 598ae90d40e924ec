import { deleteArchiveObject, deleteArchives } from '../../aws/s3/archive-objects.ts';
import { batchesOf } from '../../batches.ts';
import { placesSeen } from '../../domain/analytics/counter-names.ts';
import { digestSettlesMs } from '../../domain/receivers/digest-window.ts';
import { minuteMs } from '../../durations.ts';
import { isStorageUnreachable } from '../../errors.ts';
import { shardNames, shardsMax, timeKey } from '../../ids.ts';
import { inParallel } from '../../in-parallel.ts';
import { Pace } from '../../pace.ts';
import { readTotals } from '../../store/counters/counter-items.ts';
import { postpone } from '../../store/due.ts';
import { expression } from '../../store/expression.ts';
import { allArchivesOf } from '../../store/forms/archives.ts';
import { removeTombstone } from '../../store/forms/forms.ts';
import type { PurgeJob, PurgeReceiverJob } from '../../store/jobs.ts';
import { answersScope, type Key, partitionOf, spamScope } from '../../store/keys.ts';
import { queryPage, type Span } from '../../store/query.ts';
import { receiverIdsOf } from '../../store/receivers/receivers.ts';
import { pointersTo } from '../../store/responses/moved-responses.ts';
import { batchDelete, deleteOnce } from '../../store/table.ts';
import { wholeSpan } from '../../store/timeline.ts';
import { removeFilesOf } from './export-removal.ts';
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
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function purge(Key: Key, { formId, environmentId, step }: PurgeJob, deadline: number): Promise<void> {
  if (step === 2) {
    const scopes = [formId, spamScope(formId), answersScope(formId), ...(await receiverIdsOf(formId))];
    for (const scope of scopes) await deleteCounters(scope);
    await deletePartition({ partition: partitionOf('webhook', 'pk', { owner: formId }) }, Number.POSITIVE_INFINITY);
    await deleteOnce(Key);
    return;
  }
  await deleteOwnersArchives(formId);
  await removeFilesOf(environmentId, formId);
  const own = await receiverIdsOf(formId);
  const { deleted, done } = await deleteAll(
    [
      ...submissionsOf(formId).map(partition => ({ partition })),
      { partition: partitionOf('archive', 'pk', { form: formId }) },
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
    deleted > 0 ||
    files.deleted > 0 ||
    !(await areCountersZero([formId, spamScope(formId), ...own]))
  ) {
    await postpone(Key, environmentId, Date.now() + settlingMs, 1);
  } else {
    await removeTombstone(formId);
    await postpone(Key, environmentId, Date.now() + 2 * settlingMs, 2);
  }
}

/**
 * Deletes the archive objects in owners' buckets, as far as permissions allow. The others are listed with their
 * location.
 */
async function deleteOwnersArchives(formId: string): Promise<void> {
  for (const archive of await allArchivesOf(formId)) {
    if (!archive.storage) continue;
    await deleteArchiveObject(archive).catch(error => {
      if (!isStorageUnreachable(error)) throw error;
    });
  }
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
      partitionOf('response', 'pk', { form, shard }),
      partitionOf('spam', 'pk', { form, shard }),
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
