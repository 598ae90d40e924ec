import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { s3 } from '../../../../shared/aws/s3/buckets.ts';
import { storedBytes } from '../../../../shared/aws/s3/files.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { isUploadKey, removeUpload } from '../../../../shared/jobs/purges/upload-removal.ts';
import { packOldest, readArchive } from '../../../../shared/jobs/retention/archive-content.ts';
import { restoreArchive } from '../../../../shared/jobs/retention/restore-archive.ts';
import { type Archive, archivesOf, beginArchive, beginRestoration } from '../../../../shared/store/forms/archives.ts';
import { responsePartitions, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { getRetention, type RetentionWork, retentionKey } from '../../../../shared/store/forms/retention.ts';
import { queryAll } from '../../../../shared/store/query.ts';
import { itemOf } from '../../../../shared/store/responses/responses.ts';
import { sealAnswers } from '../../../../shared/store/responses/sealed-answers.ts';
import { batchPut, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { responseAt } from '../../../support/records/old-responses.ts';
import { sentFile } from '../../../support/records/planted-person.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { keepToRetention, withRetention } from '../../../support/records/retention.ts';
import { newRequest, requestOf, runOnce, runToEnd, textOfExport } from '../../../support/table/data-subjects.ts';
import { diesAfter } from '../../../support/table/dies-after.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

const day = 24 * 3600_000;
const now = Date.now();

const fields = [
  { id: 'name', type: 'text' as const },
  { id: 'email', type: 'email' as const },
  { id: 'cv', type: 'file' as const },
];

/** A form that archives after 30 days, with two old responses of one person, one of them with a file, and one that is young; and others'. */
async function plantOld(caller: Caller) {
  const name = `ada-${randomUUID()}`;
  const email = `${name}@example.com`;
  const stored = await formWithFields(caller, { fields, fieldPolicies: { email: 'encrypted' } });
  const file = await sentFile(stored, `${name}.txt`);
  const put = async (age: number, answers: Record<string, string>) => {
    const response = responseAt(stored, now - age * day, { answers });
    await batchPut([
      itemOf({ ...response, answers: await sealAnswers(stored, response) }, stored.environmentId, { visit: 'v' }),
    ]);
    return response.id;
  };
  const theirs = [
    await put(60, { name, email: email.toUpperCase(), cv: file.upload.fileId }),
    await put(40, { name: 'Lovelace', email }),
    await put(3, { name, email }),
  ];
  const others = [await put(61, { name: 'Grace', email: 'ada@example.com' }), await put(39, { name: 'Alan' })];
  await writeIfUnchanged(file.writes({ id: theirs[0] ?? '' }));
  const form = await withRetention(stored, { days: 30, policy: 'archive' });
  return { name, email, form, theirs, others, file: file.upload };
}

type PlantedPerson = Awaited<ReturnType<typeof plantOld>>;

/** Where each response lies: in the table, in an archive, or in both. */
async function placesOf({ form }: { form: StoredForm }): Promise<string[]> {
  const rows = (await Promise.all(responsePartitions(form).map(partition => queryAll({ partition })))).flat();
  const places = rows.map(({ sk }) => `table ${sk}`);
  for (const archive of await archivesOf(form.form.id)) {
    for await (const { id } of readArchive(archive)) places.push(`archive ${sortKeyOf(id)}`);
  }
  return places.sort();
}

const sortKeyOf = (id: string) => id.slice('sub_'.length, 'sub_'.length + 26);
const archivedIds = (ids: readonly string[]) => ids.map(id => `archive ${sortKeyOf(id)}`).sort();

async function bytesOfArchives({ form }: PlantedPerson): Promise<string> {
  const listed = await s3.send(new ListObjectsV2Command({ Bucket: 'uploads', Prefix: 'archives/' }));
  const keys = (listed.Contents ?? []).flatMap(({ Key }) => (Key?.includes(form.form.id) ? [Key] : []));
  const bodies = keys.map(async Key => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'uploads', Key }));
    return gunzipSync((await Body?.transformToByteArray()) ?? '').toString();
  });
  return (await Promise.all(bodies)).join('');
}

async function expectErased(planted: PlantedPerson) {
  for await (const { pk, sk } of readDue(Date.now())) if (isUploadKey({ pk, sk })) await removeUpload({ pk, sk });
  expect(await placesOf(planted)).toEqual(archivedIds(planted.others));
  expect(await bytesOfArchives(planted)).not.toContain(planted.name);
  expect(await storedBytes(planted.file)).toBeUndefined();
}

/** A request of a while ago, for which no index is waited for. */
const request = (caller: Caller, type: 'export' | 'erase', { email }: PlantedPerson) =>
  newRequest(caller, type, { email }, new Date(Date.now() - 3000).toISOString());

const ofForm = ({ form }: PlantedPerson, counts: object) => ({ forms: { [form.form.id]: counts } });

describe('a person in archives', () => {
  useTable();
  useKms();
  useUploads();

  it('is exported with their files, each response once, sealed answers opened', async () => {
    const caller = await newCaller();
    const planted = await plantOld(caller);
    await keepToRetention(planted.form);
    const id = await request(caller, 'export', planted);
    expect(await runToEnd(id)).toMatchObject({ state: 'done', ...ofForm(planted, { found: 3, archived: 2 }) });
    const { responses } = JSON.parse((await textOfExport(caller.environmentId, id)) ?? '');
    const [name, cv] = [`${planted.name}.txt`, planted.file.fileId];
    expect(responses.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: planted.theirs[0], answers: { email: planted.email.toUpperCase(), cv }, files: [{ id: cv, name }] },
      {
        ...{ id: planted.theirs[1], answers: { name: 'Lovelace', email: planted.email } },
        ...{ files: [], keptUntil: null },
      },
      { id: planted.theirs[2], answers: { email: planted.email } },
    ]);
    expect(await requestOf(id)).toMatchObject({ file: { files: 1 } });
  });

  it('is erased from them, and the others stay as they are', async () => {
    const caller = await newCaller();
    const planted = await plantOld(caller);
    await keepToRetention(planted.form);
    expect(await bytesOfArchives(planted)).toContain(planted.name);
    const before = (await archivesOf(planted.form.form.id)).map(({ count }) => count);
    const id = await request(caller, 'erase', planted);
    const counts = { found: 3, archived: 2, erased: 3 };
    expect(await runToEnd(id)).toMatchObject({ state: 'done', ...ofForm(planted, counts) });
    await expectErased(planted);
    const after = await archivesOf(planted.form.form.id);
    expect([before, after.map(({ count }) => count)]).toEqual([[4], [2]]);
  });

  itInAll('is erased when each run dies at a request to AWS, or has no time', async () => {
    const caller = await newCaller();
    const planted = await plantOld(caller);
    await keepToRetention(planted.form);
    const id = await request(caller, 'erase', planted);
    let requests = 1;
    let deaths = 0;
    await runToEnd(id, async () => {
      if (!(await diesAfter(requests, () => runOnce(id, requests % 3 === 0 ? 0 : undefined)))) deaths += 1;
      requests += 1;
    });
    expect(deaths).toBeGreaterThan(20);
    const counts = { found: 3, archived: 2, erased: 3 };
    expect(await requestOf(id)).toMatchObject({ state: 'done', failures: 0, ...ofForm(planted, counts) });
    await expectErased(planted);
  });

  itInAll(
    'is erased and exported while responses are moving into an archive, wherever that was interrupted',
    async () => {
      const caller = await newCaller();
      let isKilled = true;
      for (let n = 4; isKilled; n += 8) {
        const planted = await plantOld(caller);
        isKilled = await killedAt(n, () => keepToRetention(planted.form));
        const [exporting, erasing] = [
          await request(caller, 'export', planted),
          await request(caller, 'erase', planted),
        ];
        await runToEnd(exporting);
        await runToEnd(erasing, async () => {
          await runOnce(erasing);
          await keepToRetention(planted.form);
        });
        expect(await requestOf(exporting)).toMatchObject({ forms: { [planted.form.form.id]: { found: 3 } } });
        expect(await requestOf(erasing)).toMatchObject({ forms: { [planted.form.form.id]: { found: 3, erased: 3 } } });
        await expectErased(planted);
      }
    },
  );

  itInAll('is in no archive that was read before the erasure and is begun after it', async () => {
    const caller = await newCaller();
    const planted = await plantOld(caller);
    const { environmentId, form } = planted.form;
    const work = (await getRetention(retentionKey(environmentId, form.id))) as RetentionWork;
    const packed = await packOldest(planted.form, now - 35 * day);
    expect(packed?.count).toBe(4);
    await runToEnd(await request(caller, 'erase', planted));
    expect(packed && (await beginArchive(work, packed))).toBeUndefined();
    await keepToRetention(planted.form);
    await expectErased(planted);
  });

  itInAll('stays findable while an archive is restored: that waits for requests, and they for it', async () => {
    const caller = await newCaller();
    const planted = await plantOld(caller);
    await keepToRetention(planted.form);
    const [archive] = (await archivesOf(planted.form.form.id)) as [Archive];
    await keepToRetention(await withRetention(planted.form, { days: 365, policy: 'archive' }));
    const first = await request(caller, 'export', planted);
    await expect(restoreArchive(archive)).rejects.toThrow('A request about a data subject is being carried out');
    await runToEnd(first);
    expect(await beginRestoration(archive, caller)).toBe(true);
    const second = await request(caller, 'erase', planted);
    for (let runs = 0; runs < 3; runs++) await runOnce(second);
    expect(await requestOf(second)).toMatchObject({ state: 'running', step: 0, forms: {} });
    await restoreArchive(archive);
    expect(await runToEnd(second)).toMatchObject(ofForm(planted, { found: 3, archived: 0, erased: 3 }));
  });
});
