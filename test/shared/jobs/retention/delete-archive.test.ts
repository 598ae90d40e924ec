import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, expect, it } from '@jest/globals';
import { s3 } from '../../../../shared/aws/s3/buckets.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { keepRetention } from '../../../../shared/jobs/retention/keep-retention.ts';
import { restoreArchive } from '../../../../shared/jobs/retention/restore-archive.ts';
import { runJob } from '../../../../shared/jobs/run-job.ts';
import { log } from '../../../../shared/log.ts';
import { type Archive, allArchivesOf, archivesOf, beginDeletion } from '../../../../shared/store/forms/archives.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';
import { retentionKey } from '../../../../shared/store/forms/retention.ts';
import { getJob } from '../../../../shared/store/jobs.ts';
import { quotaWrite } from '../../../../shared/store/quotas.ts';
import { getUpload, uploadKey } from '../../../../shared/store/responses/uploads.ts';
import { putItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { oldWithFile, storeAt } from '../../../support/records/old-responses.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { keepToRetention, withRetention } from '../../../support/records/retention.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useUploads();
let caller: Caller;
beforeAll(async () => {
  log.setLogLevel('SILENT');
  caller = await newCaller();
});

const later = Number.POSITIVE_INFINITY;

/** A form with an archive of two responses, of which one has a file. */
async function archived(retention: { archiveDays?: number } = {}) {
  const fields = [
    { id: 'name', type: 'text' as const },
    { id: 'cv', type: 'file' as const },
  ];
  const stored = await formWithFields(caller, { fields });
  const { fileId } = await oldWithFile(stored, 50, { name: 'Ada' });
  await storeAt(stored, [Date.now() - 40 * dayMs]);
  const kept = await withRetention(stored, { days: 30, policy: 'archive', ...retention });
  await keepToRetention(kept);
  const [archive] = (await archivesOf(stored.form.id)) as [Archive];
  expect(archive).toMatchObject({ state: 'complete', count: 2 });
  return { stored: kept, archive, fileId };
}

const begin = (stored: StoredForm, archive: Archive) =>
  beginDeletion(archive, { organizationId: stored.organizationId, environment: stored.form.environment });

/** The due jobs that delete archives of a form. */
async function jobsOf(stored: StoredForm) {
  const found = [];
  for await (const { pk, sk } of readDue(later)) {
    const job = await getJob({ pk, sk });
    if (job?.kind === 'deleteArchive' && job.formId === stored.form.id) found.push({ key: { pk, sk }, job });
  }
  return found;
}

async function runJobs(stored: StoredForm): Promise<void> {
  for (const { key, job } of await jobsOf(stored)) await runJob(key, job, later);
}

/** What is left of an archive: items, objects, and the state of its file. */
async function leftOf(stored: StoredForm, fileId: string) {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'uploads' }));
  const objects = Contents.filter(({ Key = '' }) => Key.startsWith('archives/') && Key.includes(stored.form.id)).length;
  const file = (await getUpload(uploadKey(fileId)))?.state;
  return { items: (await allArchivesOf(stored.form.id)).length, objects, jobs: (await jobsOf(stored)).length, file };
}

const gone = { items: 0, objects: 0, jobs: 0, file: 'deleting' };

itInAll('is deleted with its object and the files of its responses, killed after any of its calls', async () => {
  let calls = 0;
  for (let call = 1, wasKilled = true; wasKilled; call++) {
    const { stored, archive, fileId } = await archived();
    expect(await leftOf(stored, fileId)).toEqual({ items: 1, objects: 1, jobs: 0, file: 'claimed' });
    expect(await begin(stored, archive)).toBe(true);
    expect(await archivesOf(stored.form.id)).toEqual([]);
    const [found] = await jobsOf(stored);
    if (!found) throw new Error('There is no job');
    wasKilled = await killedAt(call, () => runJob(found.key, found.job, later));
    await runJobs(stored);
    expect(await leftOf(stored, fileId)).toEqual(gone);
    calls = call;
  }
  expect(calls).toBeGreaterThan(4);
});

itInAll('is not deleted twice, and not while it is restored or a data subject request runs', async () => {
  const { stored, archive, fileId } = await archived();
  const scope = { organizationId: stored.organizationId, environment: stored.form.environment };
  await writeIfUnchanged([quotaWrite('dataSubjectRequests', scope, 1)]);
  expect(await begin(stored, archive)).toBe(false);
  await writeIfUnchanged([quotaWrite('dataSubjectRequests', scope, -1)]);
  expect(await Promise.all([begin(stored, archive), begin(stored, archive)])).toContain(true);
  expect(await jobsOf(stored)).toHaveLength(1);
  await expect(restoreArchive(archive)).rejects.toThrow();
  await runJobs(stored);
  expect(await leftOf(stored, fileId)).toEqual(gone);

  const other = await archived();
  await putItem({ pk: `ARCHIVES#${other.stored.form.id}`, sk: other.archive.id, ...other.archive, state: 'restoring' });
  expect(await begin(other.stored, other.archive)).toBe(false);
});

it('ends by itself after so many days, and not before', async () => {
  const { stored, archive, fileId } = await archived({ archiveDays: 7 });
  const key = retentionKey(stored.environmentId, stored.form.id);
  const made = Date.parse(archive.createdAt);
  await keepRetention(key, later, made + 7 * dayMs - 1);
  expect(await jobsOf(stored)).toEqual([]);
  await keepRetention(key, later, made + 7 * dayMs);
  await runJobs(stored);
  expect(await leftOf(stored, fileId)).toEqual(gone);
});

it('ends also when its form no longer expires responses', async () => {
  const { stored, archive, fileId } = await archived();
  const kept = await withRetention(stored, { archiveDays: 7 });
  await keepToRetention(kept);
  await keepRetention(retentionKey(kept.environmentId, kept.form.id), later, Date.parse(archive.createdAt) + 8 * dayMs);
  await runJobs(kept);
  expect(await leftOf(kept, fileId)).toEqual(gone);
});
