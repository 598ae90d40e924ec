import { deleteExport } from '../aws/exports.ts';
import { environmentsOf } from '../store/accounts/environments.ts';
import { dropMember, membersOf } from '../store/accounts/members.ts';
import { removeKeys } from '../store/accounts/organization-keys.ts';
import { type ChangingUser, removeFromOrganizationWrites } from '../store/accounts/user-changes.ts';
import { getUser } from '../store/accounts/users.ts';
import { destroyDataKeys } from '../store/data-keys.ts';
import { postpone } from '../store/due.ts';
import { exportStore } from '../store/exports/exports.ts';
import { readForms } from '../store/forms/form-lists.ts';
import { deleteForm } from '../store/forms/forms.ts';
import type { PurgeOrganizationJob } from '../store/jobs.ts';
import { type Key, partitionOf, partsOf, spamScope } from '../store/keys.ts';
import { deleteReceiverWrites, itemsOfOwner } from '../store/receivers/receiver-item.ts';
import { requestIdsOf, requestPartition } from '../store/responses/data-subject-requests.ts';
import { deleteOnce, writeIfUnchanged } from '../store/table.ts';
import { readTimeline } from '../store/timeline.ts';
import { removeFiles } from './export-removal.ts';
import { deletePartition, settlingMs } from './purge.ts';

/**
 * Removes what is left of a deleted organization, as far as the time allows; what is gone is the only progress there is
 * to remember, so it may be killed anywhere and run twice. Its steps:
 *
 * 0. data keys and API keys, members with the users who belong nowhere else, webhooks and integrations, each with a job for
 *    its deliveries, requests about data subjects; and every form becomes a tombstone with a purge job of its own;
 * 1. once nobody can have a key of it in a cache, the same again, until nothing is found and the forms' jobs have ended;
 * 2. once the stream cannot bring anything more of them, counters, audit trail, templates, environments, and the
 *    organization itself; then the job.
 *
 * @param deadline when to stop and be due again: ms since the epoch
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

type Progress = { removed: number; done: boolean };

async function removeContents(org: string, environments: readonly string[], deadline: number): Promise<Progress> {
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

/** How many transactions are made at a time. */
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

/** What another request changed at the same moment is found again by the next step. */
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

/** Webhooks of the environment, and integrations, each with a job for its deliveries. */
async function* deleteReceivers(environmentId: string): AsyncGenerator<number> {
  yield* inBatches(await itemsOfOwner(environmentId), async ({ sk }) => {
    const receiverId = partsOf('webhook', 'sk', sk)?.webhook ?? partsOf('integration', 'sk', sk)?.integration ?? '';
    await writeIfUnchanged(deleteReceiverWrites({ owner: environmentId, receiverId }));
  });
}

/** Requests about data subjects, with the exports that they have come to, and exports of responses. */
async function* deleteRequests(environmentId: string): AsyncGenerator<number> {
  yield* inBatches(await requestIdsOf(environmentId), async id => {
    await deleteExport({ environmentId, id });
    await deletePartition({ partition: requestPartition(id) }, Number.POSITIVE_INFINITY);
  });
  yield* inBatches(await exportStore.idsOf(environmentId), async id => {
    await removeFiles(id);
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

/** False when the deadline came first. The environments go after what only they name, the organization itself at last. */
async function removeRest(org: string, environments: readonly string[], deadline: number): Promise<boolean> {
  // A submission that was on its way may have made another first one.
  await destroyDataKeys(org);
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
