import { gzipSync } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from '@jest/globals';
import { archiveObject } from '../../../../shared/aws/s3/archive-objects.ts';
import { s3 } from '../../../../shared/aws/s3/buckets.ts';
import { readArchive } from '../../../../shared/jobs/retention/archive-content.ts';
import { restoreArchive } from '../../../../shared/jobs/retention/restore-archive.ts';
import { rewriteArchive } from '../../../../shared/jobs/retention/rewrite-archive.ts';
import { type Archive, archivesOf } from '../../../../shared/store/forms/archives.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import type { ArchivedRow } from '../../../../shared/store/responses/archived-rows.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { storeAt } from '../../../support/records/old-responses.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { keepToRetention, withRetention } from '../../../support/records/retention.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useUploads();

const day = 24 * 3600_000;

async function rowsOf(archive: Archive): Promise<ArchivedRow[]> {
  const rows: ArchivedRow[] = [];
  for await (const row of readArchive(archive)) rows.push(row);
  return rows;
}

/** A form with an archive, and a row of it. */
async function plant() {
  const form = await withRetention(await storedForm(await newCaller()), { days: 30, policy: 'archive' });
  await storeAt(form, [Date.now() - 50 * day, Date.now() - 40 * day]);
  await keepToRetention(form);
  const [archive] = (await archivesOf(form.form.id)) as [Archive];
  const [row] = (await rowsOf(archive)) as [ArchivedRow];
  return { form, archive, row };
}

/** What the owner of a bucket can do: puts another object in the place of an archive. */
const overwrite = (archive: Archive, body: Buffer) =>
  s3.send(new PutObjectCommand({ ...archiveObject(archive), Body: body }));
const packed = (rows: readonly unknown[]) => gzipSync(rows.map(row => `${JSON.stringify(row)}\n`).join(''));

const placeOf = ({ id, formId: form }: { id: string; formId: string }) => {
  const sortKey = id.slice('sub_'.length, 'sub_'.length + 26);
  return { form, sortKey, shard: sortKey.slice(-1) };
};

it('an archive that is restored puts nothing into another place than its own', async () => {
  const { form, archive, row } = await plant();
  const key = { pk: 'KEY#forged', sk: 'KEY' };
  const index = { gsi1pk: 'FORGED#1', gsi1sk: 'forged', duepk: 'FORGED', duesk: 'forged', ttl: 1 };
  await overwrite(
    archive,
    packed([{ ...row, stored: { ...row.stored, ...key, ...index, damaged: { ...key, ...index } } }]),
  );
  const kept = await withRetention(form, { days: 365, policy: 'archive' });
  await keepToRetention(kept);
  await restoreArchive(archive);
  expect(await getItem(key)).toBeUndefined();
  const restored = await getItem(keyOf('response', placeOf(row)));
  expect(restored).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(restored)).not.toMatch(/forged/i);
});

it.each<[string, (row: ArchivedRow) => Buffer]>([
  ['more responses', row => packed([row, row, row])],
  ['a response of another time', row => packed([{ ...row, submittedAt: '2016-07-01T00:00:00.000Z' }])],
  ['something else', () => packed([null])],
  ['parts of another shape', row => packed([{ ...row, stored: 'none' }])],
  ['a line without end', () => gzipSync(Buffer.alloc(5 * 1024 * 1024, 'x'))],
  ['more bytes', () => Buffer.alloc(100_000)],
])('an archive that was replaced by one with %s is not read', async (_, body) => {
  const { archive, row } = await plant();
  await overwrite(archive, body(row));
  await expect(rowsOf(archive)).rejects.toThrow(/changed from outside|longer than any response/);
  await expect(rewriteArchive(archive, { keep: () => false })).rejects.toThrow();
});
