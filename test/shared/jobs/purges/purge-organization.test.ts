import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from '@jest/globals';
import { putExport } from '../../../../shared/aws/s3/exports.ts';
import { hashOfKey, newApiKey } from '../../../../shared/domain/accounts/api-key.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../shared/ids.ts';
import { withTemporaryFile } from '../../../../shared/jobs/data-subjects/temporary-file.ts';
import { runJob } from '../../../../shared/jobs/run-job.ts';
import { apiKeyByHash } from '../../../../shared/store/accounts/api-key-lookup.ts';
import { environmentsOf } from '../../../../shared/store/accounts/environments.ts';
import { addMember } from '../../../../shared/store/accounts/members.ts';
import { deleteOrganization } from '../../../../shared/store/accounts/organization-changes.ts';
import { removeKeys } from '../../../../shared/store/accounts/organization-keys.ts';
import { getOrganization, type StoredOrganization } from '../../../../shared/store/accounts/organizations.ts';
import { createUser } from '../../../../shared/store/accounts/user-changes.ts';
import { deleteForm } from '../../../../shared/store/forms/forms.ts';
import { getJob } from '../../../../shared/store/jobs.ts';
import { type Key, keyOf, keysOf } from '../../../../shared/store/keys.ts';
import { newDelivery, scheduleDelivery } from '../../../../shared/store/receivers/deliveries.ts';
import { dynamodb, type Item, tableName } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { randomOf } from '../../../support/random.ts';
import { eventAt, formWith, newCaller, storedForm, storedWebhook, submit } from '../../../support/records/records.ts';
import { countAll, countStream } from '../../../support/table/counting.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { useKillableWorkers, type WorkerFault } from '../../../support/table/killable-workers.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

useTable({ stream: true });
useKms();
useUploads();

let faults: WorkerFault[] = [];
const run = useKillableWorkers(() => faults);

const hour = 60 * 60_000;
const now = () => new Date().toISOString();
const put = (Item: object) => dynamodb.send(new PutCommand({ TableName: tableName(), Item }));

async function scan(): Promise<Item[]> {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: tableName() }));
  return (Items as Item[]).sort((one, other) => `${one.pk} ${one.sk}`.localeCompare(`${other.pk} ${other.sk}`));
}

async function newUser(caller: Caller): Promise<string> {
  const id = newId('user');
  const user = { id, email: `${id}@example.com`, name: 'Ada', status: 'active' as const, passwordHash: 'hash' };
  const member = { organizationId: caller.organizationId, userId: id, role: 'viewer' as const, createdAt: now() };
  const stored = { ...user, createdAt: now(), updatedAt: now() };
  await createUser({ user: stored, member }, { caller, action: 'user.created' });
  return id;
}

async function organizationOf({ organizationId }: Caller): Promise<StoredOrganization> {
  const organization = await getOrganization(organizationId);
  if (!organization) throw new Error('There is no such organization');
  return organization;
}

/** Some of everything that an organization can own. */
async function fill(caller: Caller): Promise<void> {
  const [stored, deleted] = [await storedForm(caller), await storedForm(caller)];
  for (const each of [stored, stored, deleted]) await submit(each);
  await formWith(caller, [{ event: 'response.created', url: 'https://hooks.example.com/own' }]);
  const { owner, webhook } = await storedWebhook(caller);
  const delivery = newDelivery({ owner, receiverId: webhook.id }, eventAt(Date.now(), stored.form.id), 'an event');
  await scheduleDelivery(delivery, caller.environmentId);
  await newUser(caller);
  await put({ ...keyOf('template', { org: caller.organizationId, template: newId('template') }), name: 'A template' });
  const request = { request: newId('dataSubjectRequest'), environmentId: caller.environmentId };
  await put({ ...keysOf('dataSubject', request), type: 'export' });
  await put({ ...keyOf('foundResponses', { ...request, number: '0' }), responses: '[]' });
  const names = { environmentId: caller.environmentId, id: request.request };
  for (const format of ['json', 'zip'] as const) {
    await withTemporaryFile(['{}'], file => putExport(names, format, file));
  }
  await deleteForm(deleted);
}

async function storeIntegration({ environmentId }: Caller): Promise<void> {
  const keys = { owner: environmentId, environmentId, integration: newId('integration') };
  await put({ ...keysOf('integration', keys), name: 'An integration' });
}

/** A secret that a rotation replaced: only the key that took its place names it. */
async function storeReplaced({
  organizationId,
  environmentId,
  environment,
  secretKey,
}: Caller & { secretKey: string }) {
  const [older, sha256] = [newApiKey('secret', environment), hashOfKey(secretKey)];
  const replaced = { sha256: hashOfKey(older), expiresAt: Date.now() + hour };
  const current = (await scan()).find(({ pk }) => pk === keyOf('apiKey', { sha256 }).pk);
  await put({ ...current, earlier: [replaced] });
  await put({ ...keyOf('apiKey', replaced), id: newId('key'), organizationId, environmentId, environment });
  return older;
}

async function jobs(): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const { pk, sk } of readDue(Date.now() + hour)) if (pk.startsWith('JOB#')) keys.push({ pk, sk });
  return keys;
}

/** Carries all jobs out as their worker does, whether they are due or not, until there are none. */
async function runAllJobs(deadline: (round: number) => number): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const keys = await jobs();
    // The stream may bring all of it again.
    if (keys.length === 0) return countAll(await readStream());
    for (const key of keys) {
      const work = async () => {
        const job = await getJob(key);
        if (job) await runJob(key, job, deadline(round));
      };
      await Promise.all([run('sweeper', work), run('sweeper', work)]);
    }
    await countStream();
  }
  throw new Error('The jobs do not end');
}

/** Kills so many workers, each before or after one of its calls. */
function killing(workers: number, seed: number): WorkerFault {
  const random = randomOf(seed);
  let left = workers;
  return call => {
    if (left === 0 || random() > 0.05) return undefined;
    left -= 1;
    return random() < 0.5 ? call.kill() : call.proceed().then(call.kill);
  };
}

itInAll.each([1, 2])(
  'leaves nothing of an organization, and of others what there was, killed by seed %i',
  async seed => {
    const kept = await newCaller();
    await fill(kept);
    await countStream();
    await runAllJobs(() => Date.now() + hour);
    const shared = await newUser(kept);
    const before = await scan();

    const gone = await newCaller();
    await fill(gone);
    const { organizationId } = gone;
    const membership = { organizationId, userId: shared, role: 'admin' as const, createdAt: now() };
    expect(await addMember(membership, { caller: gone, action: 'member.added' })).toBe(true);
    await storeReplaced(gone);
    await storeIntegration(gone);
    await countStream();

    expect(await deleteOrganization(await organizationOf(gone), { caller: gone, action: 'organization.deleted' })).toBe(
      true,
    );
    faults = [killing(40, seed)];
    await runAllJobs(round => (round < 3 ? Date.now() : Date.now() + hour)).finally(() => {
      faults = [];
    });

    expect(before.length).toBeGreaterThan(20);
    // Whoever belongs to another organization too stays there, as if nothing had been.
    expect(await scan()).toEqual(before);
  },
);

it('deletes the keys of all environments at once, those that a rotation replaced too', async () => {
  const caller = await newCaller();
  const older = await storeReplaced(caller);
  const keys = () =>
    scan().then(items =>
      items.filter(({ organizationId, pk }) => pk.startsWith('KEY#') && organizationId === caller.organizationId),
    );
  expect(await keys()).toHaveLength(7);
  await removeKeys(caller.organizationId);
  expect(await keys()).toEqual([]);
  expect(await apiKeyByHash(hashOfKey(older))).toBeUndefined();
});

itInAll('takes along what a key in a cache made after the deletion', async () => {
  const caller = await newCaller();
  await deleteOrganization(await organizationOf(caller), { caller, action: 'organization.deleted' });
  for (const key of await jobs()) {
    const job = await getJob(key);
    if (job?.kind === 'purgeOrganization') await runJob(key, job, Date.now() + hour);
  }
  await submit(await storedForm(caller));
  await storedWebhook(caller);
  await countStream();
  await runAllJobs(() => Date.now() + hour);
  const left = (await scan()).filter(item => JSON.stringify(item).includes(caller.environmentId));
  expect(left).toEqual([]);
  expect(await environmentsOf(caller.organizationId)).toEqual([]);
});
