import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { storedCounters } from '../../../../bench/counting/readers.ts';
import { archiveObject, openArchive } from '../../../../shared/aws/s3/archive-objects.ts';
import { s3 } from '../../../../shared/aws/s3/buckets.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { eventsOfChange } from '../../../../shared/domain/receivers/webhook-events.ts';
import { applyFieldPolicies } from '../../../../shared/jobs/field-policies.ts';
import { purge } from '../../../../shared/jobs/purges/purge.ts';
import { readArchive } from '../../../../shared/jobs/retention/archive-content.ts';
import { keepRetention } from '../../../../shared/jobs/retention/keep-retention.ts';
import { restoreArchive } from '../../../../shared/jobs/retention/restore-archive.ts';
import { rewriteArchive } from '../../../../shared/jobs/retention/rewrite-archive.ts';
import { type Archive, archivesOf } from '../../../../shared/store/forms/archives.ts';
import {
  deleteForm,
  getForm,
  replaceForm,
  responsePartitions,
  type StoredForm,
} from '../../../../shared/store/forms/forms.ts';
import { retentionKey } from '../../../../shared/store/forms/retention.ts';
import { getSealingOf, type Sealing } from '../../../../shared/store/forms/sealing.ts';
import { getJob, type PurgeJob } from '../../../../shared/store/jobs.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { queryAll } from '../../../../shared/store/query.ts';
import { pointerKey } from '../../../../shared/store/responses/moved-responses.ts';
import { responsesOfEnvironment, responsesOfForm } from '../../../../shared/store/responses/response-lists.ts';
import { getResponse, itemOf } from '../../../../shared/store/responses/responses.ts';
import { batchPut, getItem, type Item, updateItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { setStatus } from '../../../support/records/completions.ts';
import { responseAt, storeAt } from '../../../support/records/old-responses.ts';
import { newCaller, storedForm } from '../../../support/records/records.ts';
import { keepToRetention as keep, withRetention } from '../../../support/records/retention.ts';
import { countAll } from '../../../support/table/counting.ts';
import { readDue } from '../../../support/table/due-items.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { readStream, useTable } from '../../../support/table/table.ts';

const day = 24 * 3600_000;
const hour = 3600_000;
const now = Date.now();
const ages = [70, 65, 50.5, 50.2, 40];

const soon = () => Date.now() + hour;

const rowsOf = async (stored: StoredForm): Promise<Item[]> =>
  (await Promise.all(responsePartitions(stored).map(partition => queryAll({ partition })))).flat();

async function idsOf(rows: AsyncIterable<{ id: string }> | never[]): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

async function archived({ form }: StoredForm): Promise<string[]> {
  const archives = await archivesOf(form.id);
  return (await Promise.all(archives.map(archive => idsOf(readArchive(archive))))).flat();
}

async function objects({ form }: StoredForm): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'uploads' }));
  return Contents.map(({ Key = '' }) => Key).filter(key => key.includes(form.id));
}

/** A form that archives after 30 days, and what was submitted to it before. */
async function archiving(caller: Caller) {
  const stored = await storedForm(caller);
  const responses = await storeAt(
    stored,
    [...ages, 3].map(age => now - age * day),
  );
  const ids = responses.map(({ id }) => id);
  return { ids, form: await withRetention(stored, { days: 30, policy: 'archive' }) };
}

describe('an archive', () => {
  useTable({ stream: true });
  useUploads();
  useKms();

  it('takes what has expired, and nothing else, and is called by its range', async () => {
    const caller = await newCaller();
    const { ids, form } = await archiving(caller);
    await keep(form);
    const [archive] = (await archivesOf(form.form.id)) as [Archive];
    expect(archive).toMatchObject({ state: 'complete', count: 5, from: now - 70 * day });
    expect(await archived(form)).toEqual(ids.slice(0, 5));
    expect((await rowsOf(form)).map(({ sk }) => sk)).toHaveLength(1);
    const range = [archive.from, archive.to].map(time => new Date(time).toISOString().replace(/[-:.]/g, ''));
    const key = `archives/${form.environmentId}/${form.form.id}/${range.join('-')}.jsonl.gz`;
    expect(await objects(form)).toEqual([key]);
    expect(archiveObject(archive)).toEqual({ Bucket: 'uploads', Key: key });
    const lists = [await responsesOfForm(caller, form.form.id, {}), await responsesOfEnvironment(caller, {})];
    for (const list of lists) expect(await list?.count()).toBe(1);
  });

  it('is read with standard tools', async () => {
    const { ids, form } = await archiving(await newCaller());
    await keep(form);
    const [archive] = (await archivesOf(form.form.id)) as [Archive];
    const input = await buffer(Readable.from((await openArchive(archive)).body));
    const lines = execFileSync('gunzip', { input, stdio: 'pipe' }).toString().trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).id)).toEqual(ids.slice(0, 5));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ answers: { name: 'Ada' }, meta: { source: 'browser' } });
    expect(execFileSync('sha256sum', { input, stdio: 'pipe' }).toString()).toContain(archive.sha256);
  });

  itInAll('loses nothing and takes nothing twice, killed after any of its calls', async () => {
    const caller = await newCaller();
    let isKilled = true;
    let n = 1;
    for (; isKilled; n++) {
      const { ids, form } = await archiving(caller);
      isKilled = await killedAt(n, () => keep(form));
      await keep(form);
      const found = { archived: await archived(form), left: (await rowsOf(form)).length, objects: await objects(form) };
      expect(found).toEqual({ archived: ids.slice(0, 5), left: 1, objects: [expect.any(String)] });
    }
    expect(n).toBeGreaterThan(20);
  });

  itInAll('is made once by two runs at once', async () => {
    const caller = await newCaller();
    for (let round = 0; round < 2; round++) {
      const { ids, form } = await archiving(caller);
      const key = retentionKey(form.environmentId, form.form.id);
      for (let runs = 0; runs < 4; runs++) await Promise.all([keepRetention(key, soon()), keepRetention(key, soon())]);
      await keep(form);
      expect(await archived(form)).toEqual(ids.slice(0, 5));
      expect(await rowsOf(form)).toHaveLength(1);
    }
  });

  itInAll('is not begun to be removed from while S3 is away or holds something else', async () => {
    const { form } = await archiving(await newCaller());
    const name = 'falsified';
    s3.middlewareStack.add(
      next => async args => {
        const { output, response } = await next(args);
        const isRead = 'Body' in output;
        return { response, output: isRead ? { ...output, Body: [Buffer.from('')] as never } : output };
      },
      { name, step: 'initialize' },
    );
    await expect(keep(form)).rejects.toThrow();
    s3.middlewareStack.remove(name);
    expect([await archivesOf(form.form.id), (await rowsOf(form)).length]).toEqual([[], 6]);
    await keep(form);
    expect([(await archived(form)).length, (await rowsOf(form)).length]).toEqual([5, 1]);
  });

  itInAll('comes back as it was: counted once, told to nobody, and killed as often as one likes', async () => {
    const caller = await newCaller();
    const { ids, form } = await archiving(caller);
    const before = await rowsOf(form);
    const own = async () => (await readStream()).filter(({ key }) => key.pk.includes(form.form.id));
    await countAll(await own());
    const counted = await storedCounters([form.form.id]);
    await keep(form);
    const [archive] = (await archivesOf(form.form.id)) as [Archive];
    await expect(restoreArchive(archive)).rejects.toThrow('set retention.days to more, or retention to null');

    const kept = await withRetention(form, { days: 365, policy: 'archive' });
    await expect(restoreArchive(archive)).rejects.toThrow('try again in a few minutes');
    await keep(kept);
    let isKilled = true;
    for (let n = 1; isKilled; n += 4) isKilled = await killedAt(n, () => restoreArchive(archive).catch(gone));
    await keep((await getForm(form.form.id)) as StoredForm);
    const bare = ({ stamp: _, restoredAt: __, ttl: ___, ...row }: Item) => row;
    expect((await rowsOf(form)).map(bare).sort(bySortKey)).toEqual(before.map(bare).sort(bySortKey));
    expect([await archivesOf(form.form.id), await objects(form)]).toEqual([[], []]);
    const list = await responsesOfForm(caller, form.form.id, {});
    expect(await idsOf(list?.read({ order: 'asc' }) ?? [])).toEqual(ids);

    const changes = await own();
    await countAll(changes);
    expect(await storedCounters([form.form.id])).toEqual(counted);
    const restored = changes.filter(({ before: old, after }) => !old && after && 'restoredAt' in after);
    expect(restored).toHaveLength(5);
    const told = { formId: form.form.id, responseId: ids[0] ?? '', createdAt: 0, sequence: '1' };
    expect(restored.flatMap(({ after }) => eventsOfChange({ ...told, after: after as never }))).toEqual([]);
  });

  it('takes what was completed after its first save by that time, and brings it back under its id', async () => {
    const caller = await newCaller();
    const stored = await storedForm(caller);
    const partial = responseAt(stored, now - 70 * day, { status: 'partial' });
    await batchPut([itemOf(partial, stored.environmentId)]);
    await setStatus(stored, partial, 'completed', now - 40 * day);
    const completed = (await getResponse(partial.id, stored))?.response;
    expect(completed?.submittedAt).toBe(new Date(now - 40 * day).toISOString());
    const ofForm = async () => (await readStream()).filter(({ key }) => key.pk.includes(stored.form.id));
    await countAll(await ofForm());
    const counted = await storedCounters([stored.form.id]);
    const form = await withRetention(stored, { days: 50, policy: 'archive' });
    await keep(form);
    expect(await archived(form)).toEqual([]);
    const shorter = await withRetention(form, { days: 30, policy: 'archive' });
    await keep(shorter);
    expect(await archived(form)).toEqual([partial.id]);
    expect([await rowsOf(form), await getItem(pointerKey(partial.id))]).toEqual([[], undefined]);
    const kept = await withRetention(shorter, { days: 365, policy: 'archive' });
    await keep(kept);
    await restoreArchive((await archivesOf(form.form.id))[0] as Archive);
    const again = (await getForm(form.form.id)) as StoredForm;
    expect((await getResponse(partial.id, again))?.response).toEqual(completed);
    await countAll(await ofForm());
    expect(await storedCounters([stored.form.id])).toEqual(counted);
  });

  it('says what it shows, and is sealed by a later policy once it is back', async () => {
    const { form } = await archiving(await newCaller());
    await keep(form);
    const [archive] = (await archivesOf(form.form.id)) as [Archive];
    expect(archive.whole).toEqual(['name']);
    const read = await withRetention(form, { days: 365, policy: 'archive' });
    expect(await replaceForm(read, { ...read.form, fieldPolicies: { name: 'encrypted' } })).toBe(true);
    const policed = (await getForm(form.form.id)) as StoredForm;
    const sealing = (await getSealingOf(policed)) as Sealing;
    const key = keyOf('sealing', { environmentId: form.environmentId, form: form.form.id });
    await updateItem(key, { set: { finishedAt: new Date().toISOString() }, remove: ['duepk', 'duesk'] });
    await keep(policed);
    await restoreArchive(archive);
    expect((await getSealingOf(policed))?.run).not.toBe(sealing.run);
    await applyFieldPolicies(key, soon());
    const rows = await rowsOf(policed);
    expect(rows).toHaveLength(6);
    for (const { answers } of rows) expect(String(answers)).not.toContain('"Ada"');
  });

  it('loses single responses when it is told to, under the same name', async () => {
    const { ids, form } = await archiving(await newCaller());
    await keep(form);
    const [archive] = (await archivesOf(form.form.id)) as [Archive];
    const keys = await objects(form);
    await rewriteArchive(archive, { keep: ({ id }) => id !== ids[1] });
    expect(await archived(form)).toEqual([ids[0], ...ids.slice(2, 5)]);
    expect([await objects(form), (await archivesOf(form.form.id))[0]?.count]).toEqual([keys, 4]);
  });

  itInAll('loses all that two at once take out of it', async () => {
    const { ids, form } = await archiving(await newCaller());
    await keep(form);
    const [archive] = (await archivesOf(form.form.id)) as [Archive];
    await Promise.all(ids.slice(0, 4).map(id => rewriteArchive(archive, { keep: row => row.id !== id })));
    expect(await archived(form)).toEqual([ids[4]]);
    const { sha256 } = (await archivesOf(form.form.id))[0] as Archive;
    const input = await buffer(Readable.from((await openArchive(archive)).body));
    expect(execFileSync('sha256sum', { input, stdio: 'pipe' }).toString()).toContain(sha256);
  });

  it('goes with its form', async () => {
    const { form } = await archiving(await newCaller());
    await keep(form);
    expect(await deleteForm((await getForm(form.form.id)) as StoredForm)).toBe(true);
    for await (const { pk, sk } of readDue(soon())) {
      const job = await getJob({ pk, sk });
      if (job && 'formId' in job && job.formId === form.form.id) await purge({ pk, sk }, job as PurgeJob, soon());
    }
    expect([await objects(form), await archivesOf(form.form.id)]).toEqual([[], []]);
  });
});

const bySortKey = (one: Item, other: Item): number => (one.sk < other.sk ? -1 : 1);

/** A run that had ended before it was killed leaves nothing to restore. */
function gone(error: Error): number {
  if (error.message.startsWith('There is no archive')) return 0;
  throw error;
}
