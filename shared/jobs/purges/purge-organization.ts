import { deleteExport } from '../../aws/s3/exports.ts';
import { environmentsOf } from '../../store/accounts/environments.ts';
import { dropMember, membersOf } from '../../store/accounts/members.ts';
import { removeKeys } from '../../store/accounts/organization-keys.ts';
import { type ChangingUser, removeFromOrganizationWrites } from '../../store/accounts/user-changes.ts';
import { getUser } from '../../store/accounts/users.ts';
import { destroyDataKeys } from '../../store/data-keys.ts';
import { postpone } from '../../store/due.ts';
import { readForms } from '../../store/forms/form-lists.ts';
import { deleteForm } from '../../store/forms/forms.ts';
import type { PurgeOrganizationJob } from '../../store/jobs.ts';
import { type Key, partitionOf, partsOf, spamScope } from '../../store/keys.ts';
import { deleteReceiverWrites, itemsOfOwner } from '../../store/receivers/receiver-item.ts';
import { requestIdsOf, requestPartition } from '../../store/responses/data-subject-requests.ts';
import { exportStore, hideExport } from '../../store/responses/exports.ts';
import { deleteOnce, writeIfUnchanged } from '../../store/table.ts';
import { readTimeline } from '../../store/timeline.ts';
import { removeFiles } from './export-removal.ts';
import { removeImagesOfOrganization } from './image-removal.ts';
import { deletePartition, settlingMs } from './purge.ts';

/**
 * Removes the rest of a deleted organization, as far as time allows. Progress is whatever is gone, so it may be killed
 * at any point and run twice. Its steps:
 *
 * 0. Remove data keys and API keys, members with the users who belong nowhere else, webhooks and integrations, each with
 *    a job for its deliveries, and data subject requests. Turn every form into a tombstone with its own purge job.
 * 1. Once no cache can have one of its keys, repeat step 0 until nothing is found and the forms' jobs have ended.
 * 2. Once the stream cannot bring any more of their changes, remove counters, audit trail, templates, environments, and
 *    the organization itself; then the job.
 *
 * @param deadline when to stop and become due again, in ms since the epoch
 */
export async function purgeOrganization(
  Key: Key,
  { organizationId, step }: PurgeOrganizationJob,
  deadline: number,
): Promise<void> {
  const environments = (await environmentsOf(organizationId)).map(({ id }) => id);
  if (step === 2) {
    if (await removeRest(organizationId, environments, deadline)) await deleteOnce(Key);
    else await postpone(Key, organizationId, Date.now(), step);
    return;
  }
  const { removed, done } = await removeContents(organizationId, environments, deadline);
  if (!done) await postpone(Key, organizationId, Date.now(), step);
  else if (step === 0 || removed > 0 || (await arePurging(environments)))
    await postpone(Key, organizationId, Date.now() + settlingMs, 1);
  else await postpone(Key, organizationId, Date.now() + 2 * settlingMs, 2);
}

type PurgeProgress = { removed: number; done: boolean };

async function removeContents(org: string, environments: readonly string[], deadline: number): Promise<PurgeProgress> {
  await destroyDataKeys(org);
  let removed = await removeKeys(org);
  const parts = [
    removeMembers(org),
    ...environments.flatMap(environment => [
      deleteReceivers(environment),
      deleteForms(environment),
      deleteRequests(environment),
    ]),
  ];
  for (const part of parts) {
    for await (const count of part) {
      removed += count;
      if (Date.now() >= deadline) return { removed, done: false };
    }
  }
  return { removed, done: true };
}

/** The number of concurrent transactions. */
const atOnce = 10;

async function* inBatches<T>(all: AsyncIterable<T> | Iterable<T>, work: (each: T) => Promise<unknown>) {
  let batch: T[] = [];
  for await (const each of all) {
    batch.push(each);
    if (batch.length < atOnce) continue;
    await Promise.all(batch.map(item => work(item)));
    yield batch.length;
    batch = [];
  }
  await Promise.all(batch.map(item => work(item)));
  yield batch.length;
}

/** Removes the members. The next step finds any that a concurrent request changed. */
async function* removeMembers(org: string): AsyncGenerator<number> {
  yield* inBatches(await membersOf(org), async member => {
    const user: ChangingUser | undefined = await getUser(member.userId);
    if (!user) return dropMember(member);
    return writeIfUnchanged(removeFromOrganizationWrites({ user, member }));
  });
}

async function* deleteForms(environmentId: string): AsyncGenerator<number> {
  yield* inBatches(readForms(environmentId, { order: 'asc' }), deleteForm);
}

/** Deletes the environment's webhooks and integrations, each with a job for its deliveries. */
async function* deleteReceivers(environmentId: string): AsyncGenerator<number> {
  yield* inBatches(await itemsOfOwner(environmentId), async ({ sk }) => {
    const receiverId = partsOf('webhook', 'sk', sk)?.webhook ?? partsOf('integration', 'sk', sk)?.integration ?? '';
    await writeIfUnchanged(deleteReceiverWrites({ owner: environmentId, receiverId }));
  });
}

/** Deletes data subject requests with their exports, and exports of responses. */
async function* deleteRequests(environmentId: string): AsyncGenerator<number> {
  yield* inBatches(await requestIdsOf(environmentId), async id => {
    await deleteExport({ environmentId, id });
    await deletePartition({ partition: requestPartition(id) }, Number.POSITIVE_INFINITY);
  });
  yield* inBatches(await exportStore.idsOf(environmentId), async id => {
    // What is left in an owner's bucket stays due, hidden.
    if ((await removeFiles(id)).length > 0) return hideExport(id);
    await deletePartition({ partition: exportStore.partition(id) }, Number.POSITIVE_INFINITY);
  });
}

/** Whether forms of these environments are still being purged. */
async function arePurging(environments: readonly string[]): Promise<boolean> {
  for (const environmentId of environments) {
    const partitions = [partitionOf('job', 'gsi1pk', { environmentId })];
    for await (const _ of readTimeline({ index: 'lists', partitions }, { order: 'asc', expected: 1 })) return true;
  }
  return false;
}

/**
 * Removes the rest. Returns false when the deadline came first. The environments are removed after what only they name,
 * and the organization last.
 */
async function removeRest(org: string, environments: readonly string[], deadline: number): Promise<boolean> {
  // A concurrent submission may have created a new first key.
  await destroyDataKeys(org);
  await removeImagesOfOrganization(org);
  const partitions = [
    ...environments.flatMap(id => [id, spamScope(id)]).map(scope => partitionOf('totalCounts', 'pk', { scope })),
    partitionOf('recipient', 'pk', { org }),
    partitionOf('auditEvent', 'pk', { org }),
    partitionOf('organization', 'pk', { org }),
  ];
  for (const partition of partitions) {
    if (!(await deletePartition({ partition }, deadline)).done) return false;
  }
  return true;
}
