import { randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { archiveObject } from '../../../shared/aws/s3/archive-objects.ts';
import { exportFileObject } from '../../../shared/aws/s3/exports.ts';
import { deltaOf } from '../../../shared/counting/counter-deltas/change-delta.ts';
import type { Caller } from '../../../shared/domain/accounts/caller.ts';
import { type ExportedResponse, usualColumns } from '../../../shared/domain/exports/columns.ts';
import { textOf } from '../../../shared/domain/exports/text.ts';
import { xlsxOf } from '../../../shared/domain/exports/xlsx-file.ts';
import type { Form } from '../../../shared/domain/forms/form.ts';
import { eventsOfChange } from '../../../shared/domain/receivers/webhook-events.ts';
import { kindsOf } from '../../../shared/domain/summaries/answer-kinds.ts';
import { uploadSlices } from '../../../shared/ids.ts';
import { endNames } from '../../../shared/jobs/data-subjects/end-names.ts';
import { runExport } from '../../../shared/jobs/exports/run-export.ts';
import { startExport } from '../../../shared/jobs/exports/start-export.ts';
import { applyFieldPolicies } from '../../../shared/jobs/field-policies.ts';
import { moveAnswers, tendResponse } from '../../../shared/jobs/move-answers.ts';
import { purge } from '../../../shared/jobs/purges/purge.ts';
import { isUploadKey, removeUpload } from '../../../shared/jobs/purges/upload-removal.ts';
import { restoreArchive } from '../../../shared/jobs/retention/restore-archive.ts';
import { runJob } from '../../../shared/jobs/run-job.ts';
import { type Archive, allArchivesOf, beginDeletion } from '../../../shared/store/forms/archives.ts';
import { deleteForm, getForm, replaceForm, type StoredForm } from '../../../shared/store/forms/forms.ts';
import { getSealingOf } from '../../../shared/store/forms/sealing.ts';
import { endNamesItem, getJob } from '../../../shared/store/jobs.ts';
import { type Key, keyOf, partitionOf } from '../../../shared/store/keys.ts';
import { queryAll } from '../../../shared/store/query.ts';
import { requestRecord } from '../../../shared/store/responses/data-subject-requests.ts';
import { filesOf } from '../../../shared/store/responses/export-files.ts';
import { exportStore } from '../../../shared/store/responses/exports.ts';
import { putImported } from '../../../shared/store/responses/imported-responses.ts';
import { responsesOfForm } from '../../../shared/store/responses/response-lists.ts';
import {
  deleteResponse,
  findResponse,
  replaceResponse,
  responseKey,
  type StoredResponse,
} from '../../../shared/store/responses/responses.ts';
import { openResponse } from '../../../shared/store/responses/sealed-answers.ts';
import { moveResponse } from '../../../shared/store/responses/spam.ts';
import { readAnswerSums, readTextSample } from '../../../shared/store/responses/summaries.ts';
import { getItem, type Item, putItem, updateItem } from '../../../shared/store/table.ts';
import { itInAll } from '../../support/in-all.ts';
import { completeVisit, savePartially } from '../../support/records/completions.ts';
import { responseAt, storeAt } from '../../support/records/old-responses.ts';
import { formWithFields, newCaller, submitAnswers } from '../../support/records/records.ts';
import { keepToRetention, withRetention } from '../../support/records/retention.ts';
import { countStream } from '../../support/table/counting.ts';
import { itemsWith, newRequest, requestOf, runOnce, runToEnd } from '../../support/table/data-subjects.ts';
import { readDue } from '../../support/table/due-items.ts';
import { killedAt } from '../../support/table/killed-at.ts';
import { useKms } from '../../support/table/kms.ts';
import { useOwnerBucket } from '../../support/table/owner-bucket.ts';
import { readStream, useTable } from '../../support/table/table.ts';
import { sheetsOf } from '../../support/workbook.ts';

const owner = useOwnerBucket();
const { bucket } = owner;
const requests = new Map<string, number>();
let onRequest: () => unknown = () => {};

useTable({ stream: true });
useKms();
beforeAll(() =>
  owner.watch(command => {
    requests.set(command, (requests.get(command) ?? 0) + 1);
    return onRequest();
  }),
);

const action = 'responses.export_requested';
const inBucket = owner.storage;
const later = Number.POSITIVE_INFINITY;
const fields = [
  { id: 'name', type: 'text' as const },
  { id: 'plan', type: 'select' as const, options: ['free', 'team'] },
];

async function newForm(storage: Form['storage'] = inBucket): Promise<StoredForm> {
  const stored = await formWithFields(await newCaller(), { fields });
  return withStorage(stored, storage);
}

async function withStorage({ form: { id } }: StoredForm, storage: Form['storage']): Promise<StoredForm> {
  const read = (await getForm(id)) as StoredForm;
  expect(await replaceForm(read, { ...read.form, storage })).toBe(true);
  return (await getForm(id)) as StoredForm;
}

const item = async (id: string): Promise<Item> => (await getItem(responseKey(id))) as Item;
const move = async (stored: StoredForm, id: string) => moveAnswers(await item(id), stored);
const answersOf = async (stored: StoredForm, id: string) => (await findResponse(id, stored))?.response.answers;
const isMoved = async (id: string) => {
  const { answers, answersAt } = await item(id);
  expect((answers === undefined) !== (answersAt === undefined)).toBe(true);
  return answersAt !== undefined;
};
const objects = ({ form }: StoredForm): Promise<string[]> => owner.objects(form.id);

/** Removes what is due in any case, as the sweep does in time, and returns the objects that are left. */
async function objectsAfterRemovals(stored: StoredForm): Promise<string[]> {
  for (const upload of await uploadsOf(stored)) if (upload.state !== 'claimed') await removeUpload(upload);
  return objects(stored);
}

const uploadsOf = async ({ form }: StoredForm): Promise<Item[]> => {
  const partitions = uploadSlices.map(slice => partitionOf('upload', 'pk', { form: form.id, slice }));
  return (await Promise.all(partitions.map(partition => queryAll({ partition })))).flat();
};

const callerOf = ({ organizationId, environmentId, form: { environment } }: StoredForm): Caller =>
  ({ kind: 'secretKey', id: 'key_1', role: 'owner', organizationId, environmentId, environment }) as Caller;

/** Reads the list of responses, or as many as a page expects. Returns how many have their answers. */
async function listed(stored: StoredForm, expected?: number): Promise<number> {
  const list = await responsesOfForm(callerOf(stored), stored.form.id, {});
  let answered = 0;
  for await (const { answers } of list?.read({ order: 'desc', ...(expected && { expected }) }) ?? []) {
    if (answers.name === 'Ada') answered += 1;
    if (answered === expected) break;
  }
  return answered;
}

/** How many chose each plan, and how many named themselves, once the stream is counted. */
async function counted(stored: StoredForm): Promise<Record<string, number>> {
  await countStream();
  const sums = await readAnswerSums(stored, {});
  const wanted = ['c', 'o:plan:team', 'o:plan:free', 't:name'];
  return Object.fromEntries(wanted.map(name => [name, Number(sums.get(name) ?? 0)]));
}

/** Changes responses whose answers are in the bucket, killed at each call, then again, and deletes them. */
async function killedEverywhere(stored: StoredForm, change: (read: StoredResponse) => Promise<unknown>) {
  const changeIt = async (id: string) => {
    const read = await findResponse(id, stored);
    return read && change(read);
  };
  let wasKilled = true;
  for (let call = 1; wasKilled; call++) {
    const { id } = await submitAnswers(stored, ada);
    await move(stored, id);
    wasKilled = await killedAt(call, () => changeIt(id));
    const known = await answersOf(stored, id);
    expect(known?.name ?? 'Ada').toBe('Ada');
    await changeIt(id);
    const read = await findResponse(id, stored);
    if (read) await deleteResponse(read);
    expect((await objectsAfterRemovals(stored)).filter(key => key.includes(id))).toEqual([]);
  }
}

/** Lets a form keep its answers in the bucket or in the table; the job is killed at this call, and then runs to its end. */
async function killedSwitch(stored: StoredForm, isThere: boolean, call: number): Promise<boolean> {
  const changed = await withStorage(stored, { ...inBucket, answers: isThere ? 'bucket' : 'table' });
  const key = keyOf('sealing', { environmentId: changed.environmentId, form: changed.form.id });
  const wasKilled = await killedAt(call, () => applyFieldPolicies(key, later));
  for (let runs = 0; runs < 4 && !(await getSealingOf(changed))?.finishedAt; runs++)
    await applyFieldPolicies(key, later);
  expect(await getSealingOf(changed)).toMatchObject({ finishedAt: expect.any(String) });
  return wasKilled;
}

const one = { c: 1, 'o:plan:team': 1, 'o:plan:free': 0, 't:name': 1 };
const none = { c: 0, 'o:plan:team': 0, 'o:plan:free': 0, 't:name': 0 };
const ada = { name: 'Ada', plan: 'team' };

describe('answers that go to the bucket of the owner', () => {
  it('leave the item, are read from there, and count once: the move is no edit', async () => {
    const stored = await newForm();
    const { id } = await submitAnswers(stored, ada);
    expect(await counted(stored)).toEqual(one);
    expect(await move(stored, id)).toBe(true);
    expect(await isMoved(id)).toBe(true);
    expect(await answersOf(stored, id)).toEqual(ada);
    expect(await counted(stored)).toEqual(one);
    expect(await move(stored, id)).toBe(false);
    const changes = (await readStream()).filter(({ key }) => key.pk === responseKey(id).pk);
    const last = changes.at(-1);
    expect(last?.after).toMatchObject({ answersAt: expect.anything() });
    expect(last && deltaOf(last)).toBeUndefined();
    const change = { formId: stored.form.id, responseId: id, createdAt: 0, sequence: '1', ...last };
    expect(eventsOfChange(change as never)).toEqual([]);
  });

  itInAll('are neither lost nor doubled by a kill at any call, and leave nothing behind', async () => {
    const stored = await newForm();
    let wasKilled = true;
    let call = 0;
    while (wasKilled) {
      call += 1;
      const { id } = await submitAnswers(stored, ada);
      wasKilled = await killedAt(call, () => move(stored, id));
      expect(await answersOf(stored, id)).toEqual(ada);
      await move(stored, id);
      expect(await isMoved(id)).toBe(true);
      expect(await answersOf(stored, id)).toEqual(ada);
      expect((await objectsAfterRemovals(stored)).filter(key => key.includes(id))).toHaveLength(1);
    }
    // Item, file, object and transaction are each a call.
    expect(call).toBe(5);
    const { c } = await counted(stored);
    expect(c).toBe((await objects(stored)).length);
  });

  it('follow a change, which wins over a move that has begun', async () => {
    const stored = await newForm();
    const { id } = await submitAnswers(stored, ada);
    const before = await item(id);
    const read = await findResponse(id, stored);
    if (!read) throw new Error('The response is not stored');
    expect(await replaceResponse(read, { ...read.response, answers: { name: 'Ada L.', plan: 'free' } })).toBe(true);
    expect(await moveAnswers(before, stored)).toBe(false);
    expect(await answersOf(stored, id)).toEqual({ name: 'Ada L.', plan: 'free' });
    expect(await objectsAfterRemovals(stored)).toEqual([]);
    const readBefore = await findResponse(id, stored);
    await move(stored, id);
    // A change of what was read before a move is made again by its request.
    const change = readBefore && replaceResponse(readBefore, { ...readBefore.response, answers: ada });
    expect(await change).toBe(false);
    expect(await isMoved(id)).toBe(true);
    expect(await counted(stored)).toEqual({ ...one, 'o:plan:team': 0, 'o:plan:free': 1 });
  });

  it('move again, and follow a change, such as a note, that begins while they move', async () => {
    const stored = await newForm();
    const { id } = await submitAnswers(stored, ada);
    let calls = 0;
    onRequest = async () => {
      calls += 1;
      if (calls === 1) await updateItem(responseKey(id), { set: { notes: '[]', revision: 2 } });
    };
    await tendResponse(responseKey(id), async () => {});
    onRequest = () => {};
    expect(await isMoved(id)).toBe(true);
    expect(await item(id)).toMatchObject({ notes: '[]' });
    expect(await objectsAfterRemovals(stored)).toHaveLength(1);
  });

  itInAll('come back for a change, a mark as spam and a deletion, whose kills lose and double nothing', async () => {
    const stored = await newForm();
    const mark = { score: 1, reasons: ['marked' as const], at: new Date().toISOString() };
    await killedEverywhere(stored, read =>
      replaceResponse(read, { ...read.response, answers: { ...ada, plan: 'free' } }),
    );
    await killedEverywhere(stored, async read => !read.response.spam && moveResponse(read, mark));
    await killedEverywhere(stored, read => deleteResponse(read));
    expect(await counted(stored)).toEqual(none);
  });

  it('stay in the table while the bucket is closed, show as unavailable once they are there, and are deleted all the same', async () => {
    const stored = await newForm();
    const moved = await submitAnswers(stored, ada);
    await move(stored, moved.id);
    const waiting = await submitAnswers(stored, ada);
    expect((await counted(stored)).c).toBe(2);
    owner.close();
    try {
      await tendResponse(responseKey(waiting.id), async () => {});
      expect(await isMoved(waiting.id)).toBe(false);
      expect((await item(waiting.id)).duesk).toBeDefined();
      const read = await findResponse(moved.id, stored);
      expect(read?.response).toMatchObject({ answers: {}, answersUnavailable: true, status: 'completed' });
      if (!read) throw new Error('The response is not stored');
      await expect(replaceResponse(read, { ...read.response, status: 'partial' })).rejects.toMatchObject({
        status: 503,
      });
      expect(await deleteResponse(read)).toBe(true);
      expect(await objectsAfterRemovals(stored)).toHaveLength(1);
      expect((await counted(stored)).c).toBe(2);
    } finally {
      owner.open();
    }
    await tendResponse(responseKey(waiting.id), async () => {});
    expect(await isMoved(waiting.id)).toBe(true);
    // The deleted one leaves the summary once, however often its removal is killed.
    const [removed] = (await uploadsOf(stored)).filter(({ uncounted }) => uncounted);
    for (let call = 1; await killedAt(call, () => removeUpload(removed as Item)); call++)
      expect([1, 2]).toContain((await counted(stored)).c);
    expect(await counted(stored)).toEqual(one);
    expect(await objectsAfterRemovals(stored)).toHaveLength(1);
    expect(await counted(stored)).toEqual(one);
  });

  itInAll(
    'that an interrupted move has left are erased with their person, or pending while the bucket is closed',
    async () => {
      const stored = await newForm();
      const { form } = stored;
      const requested = async () => {
        const email = `${randomUUID()}@example.com`;
        const { id } = await submitAnswers(stored, { name: email });
        // Item, file and object: the move dies before it names the object.
        expect(await killedAt(3, () => move(stored, id))).toBe(true);
        return { id, asked: await newRequest(callerOf(stored), 'erase', { email }) };
      };
      // Both are requested first, because a search waits until the forms are indexed.
      const persons = [
        { ...(await requested()), isOpen: true },
        { ...(await requested()), isOpen: false },
      ];
      for (const { id, asked, isOpen } of persons) {
        const run = async () => {
          await runOnce(asked);
          if (!isOpen) owner.close();
          for await (const { pk, sk } of readDue(Date.now()))
            if (isUploadKey({ pk, sk })) await removeUpload({ pk, sk });
        };
        const ended = await runToEnd(asked, run);
        owner.open();
        expect(ended).toMatchObject(
          isOpen
            ? { state: 'done', forms: { [form.id]: { erased: 1 } } }
            : { state: 'done_with_remainder', pending: { files: 1, buckets: [bucket] } },
        );
        expect((await objects(stored)).some(key => key.includes(id))).toBe(!isOpen);
        if (isOpen) continue;
        await objectsAfterRemovals(stored);
        await runOnce(asked);
        expect(await requestOf(asked)).toMatchObject({ state: 'done' });
        expect((await objects(stored)).some(key => key.includes(id))).toBe(false);
      }
    },
  );

  it('that are not as they were written are not shown', async () => {
    const stored = await newForm();
    const { id } = await submitAnswers(stored, ada);
    await move(stored, id);
    const [Key] = await objects(stored);
    await owner.client().send(new PutObjectCommand({ Bucket: bucket, Key, Body: '{"answers":{"name":"Eve"}}' }));
    expect((await findResponse(id, stored))?.response).toMatchObject({ answers: {}, answersUnavailable: true });
  });

  it('move when the form changes its mind, in both directions, with progress', async () => {
    const stored = await newForm({ ...inBucket, answers: 'table' });
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await submitAnswers(stored, ada)).id);
    const run = async (changed: StoredForm) =>
      applyFieldPolicies(keyOf('sealing', { environmentId: changed.environmentId, form: changed.form.id }), later);
    const there = await withStorage(stored, inBucket);
    await run(there);
    expect(await getSealingOf(there)).toMatchObject({ pass: 2, rewritten: 3 });
    expect(await Promise.all(ids.map(isMoved))).toEqual([true, true, true]);
    await run(there);
    expect(await getSealingOf(there)).toMatchObject({ finishedAt: expect.any(String), rewritten: 3 });
    const back = await withStorage(there, undefined);
    await run(back);
    expect(await Promise.all(ids.map(isMoved))).toEqual([false, false, false]);
    expect(await objectsAfterRemovals(back)).toEqual([]);
    expect(await counted(back)).toEqual({ c: 3, 'o:plan:team': 3, 'o:plan:free': 0, 't:name': 3 });
  });

  itInAll('are neither lost nor doubled by a kill at any call of a switch, there and back', async () => {
    let wasKilled = true;
    for (let call = 1; wasKilled; call++) {
      const stored = await newForm({ ...inBucket, answers: 'table' });
      const { id } = await submitAnswers(stored, ada);
      const kills = [];
      for (const isThere of [true, false]) {
        kills.push(await killedSwitch(stored, isThere, call));
        expect(await answersOf((await getForm(stored.form.id)) as StoredForm, id)).toEqual(ada);
        expect(await isMoved(id)).toBe(isThere);
        expect(await objectsAfterRemovals(stored)).toHaveLength(isThere ? 1 : 0);
      }
      wasKilled = kills.includes(true);
      expect(await counted(stored)).toEqual(one);
    }
  });

  it('go there however a response came: saved and completed, imported, or restored from an archive', async () => {
    const stored = await newForm();
    const itemOf = async (id: string) => (await findResponse(id, stored))?.item as Item;
    const tend = async (id: string) => tendResponse(await itemOf(id), async () => {});
    const saved = await savePartially(stored);
    await tend(saved.id);
    // The visitor may still save to it.
    expect(await itemOf(saved.id)).toMatchObject({ answersMove: 1 });
    await completeVisit(stored, Date.now() + 1000);
    const imported = responseAt(stored, Date.now() - 24 * 3600_000);
    expect(await putImported(stored, imported)).toBe(true);
    for (const id of [saved.id, imported.id]) {
      await tend(id);
      expect(await itemOf(id)).toMatchObject({ answersAt: expect.anything() });
      expect(await answersOf(stored, id)).toEqual({ name: 'Ada' });
    }
    expect(await objectsAfterRemovals(stored)).toHaveLength(2);

    const [old] = await storeAt(stored, [Date.now() - 40 * 24 * 3600_000]);
    await keepToRetention(await withRetention(stored, { days: 30, policy: 'archive' }));
    const [archive] = await allArchivesOf(stored.form.id);
    expect(archive).toMatchObject({ state: 'complete', storage: { bucket }, count: 1 });
    await keepToRetention(await withRetention(stored, { days: 365, policy: 'archive' }));
    expect(await restoreArchive(archive as Archive)).toBe(1);
    await tend(old?.id ?? '');
    expect(await itemOf(old?.id ?? '')).toMatchObject({ answersAt: expect.anything() });
    expect(await answersOf(stored, old?.id ?? '')).toEqual({ name: 'Ada' });
    expect(await objectsAfterRemovals(stored)).toHaveLength(3);
  });

  it('that become unavailable while a list or a file is written show as such, and no row is missing', async () => {
    const stored = await newForm();
    const ids = [];
    for (let n = 0; n < 6; n++) ids.push((await submitAnswers(stored, { ...ada, name: `Ada ${n}` })).id);
    for (const id of ids) await move(stored, id);
    const list = await responsesOfForm(callerOf(stored), stored.form.id, {});
    const { columns = [], retired = [], fields = [] } = (await list?.columns()) ?? {};
    const usual = { headers: 'id', bom: false, guard: true } as const;
    const csv = { format: 'csv' as const, columns: usualColumns(columns, retired), ...usual };
    /** The rows, as they are read while the bucket closes after some. */
    async function* closing(): AsyncGenerator<ExportedResponse> {
      let reads = 0;
      onRequest = () => {
        reads += 1;
        if (reads === 3) owner.close();
      };
      try {
        yield* list?.read({ order: 'asc' }) ?? [];
      } finally {
        onRequest = () => {};
        owner.open();
      }
    }
    const workbook = await buffer(xlsxOf(closing(), { columns: csv.columns, fields, headers: 'id' }));
    const cellsOf = {
      csv: parse(await text(textOf(closing(), csv))),
      xlsx: (sheetsOf(workbook).get('Responses') ?? []).map(row => row.map(cell => cell?.value)),
    };
    for (const [header = [], ...rows] of Object.values(cellsOf)) {
      expect(header[4]).toBe('name');
      expect(rows.map((row: unknown[]) => row[0]).sort()).toEqual(ids.sort());
      const cells = rows.map((row: unknown[]) => row[4]);
      for (const cell of cells) expect(cell).toMatch(/^(Ada \d|\(unavailable\))$/);
      expect(cells).toContain('(unavailable)');
    }
  });

  it('follow the policies of their fields, once the bucket is open', async () => {
    const stored = await newForm();
    const { id } = await submitAnswers(stored, { name: 'Ada in clear', plan: 'team' });
    await move(stored, id);
    const read = (await getForm(stored.form.id)) as StoredForm;
    expect(await replaceForm(read, { ...read.form, fieldPolicies: { name: 'encrypted' } })).toBe(true);
    const policed = (await getForm(stored.form.id)) as StoredForm;
    const run = () =>
      applyFieldPolicies(keyOf('sealing', { environmentId: policed.environmentId, form: policed.form.id }), later);
    const inObjects = async () => {
      const bodies = (await objectsAfterRemovals(policed)).map(Key => owner.read({ Bucket: bucket, Key }));
      return (await Promise.all(bodies)).map(bytes => Buffer.from(bytes).toString());
    };
    owner.close();
    await run();
    owner.open();
    expect(await getSealingOf(policed)).toMatchObject({ pass: 1, finishedAt: undefined });
    expect(await inObjects()).toEqual([expect.stringContaining('Ada in clear')]);
    for (let runs = 0; runs < 4; runs++) await run();
    expect(await getSealingOf(policed)).toMatchObject({ finishedAt: expect.any(String) });
    expect(await isMoved(id)).toBe(true);
    expect(await inObjects()).toEqual([expect.not.stringContaining('Ada in clear')]);
    const moved = await findResponse(id, policed);
    expect(moved && (await openResponse(policed, moved.response)).answers).toEqual({
      name: 'Ada in clear',
      plan: 'team',
    });
  });

  it('are waited for by an export about their person, and leave the summary whole, while the bucket is closed', async () => {
    const stored = await newForm();
    const name = `${randomUUID()}@example.com`;
    const { id } = await submitAnswers(stored, { name, plan: 'team' });
    await move(stored, id);
    const asked = await newRequest(callerOf(stored), 'export', { email: name });
    owner.close();
    await expect(runOnce(asked)).rejects.toThrow(bucket);
    const waiting = { state: 'waiting', reason: expect.stringContaining(bucket) };
    expect(requestRecord(await requestOf(asked))).toMatchObject(waiting);
    expect(await counted(stored)).toEqual(one);
    expect(await readTextSample(stored, {})).toMatchObject({ responses: 0 });
    owner.open();
    expect(await runToEnd(asked)).toMatchObject({ state: 'done', forms: { [stored.form.id]: { found: 1 } } });
    expect(await readTextSample(stored, {})).toMatchObject({ responses: 1 });
  });

  itInAll('are in an exported file, which fails with a reason if the bucket closes before all is written', async () => {
    const stored = await newForm();
    for (let n = 0; n < 3; n++) await move(stored, (await submitAnswers(stored, ada)).id);
    const exported = async (closes: boolean) => {
      const options = { format: 'parquet' as const, formId: stored.form.id };
      const { id } = await startExport({ options, times: {} }, { caller: callerOf(stored), action });
      const key = exportStore.key(id);
      await updateItem(key, { set: { createdAt: new Date(Date.now() - 3600_000).toISOString() } });
      await runExport(key, 0, { rows: 2 });
      expect(await exportStore.get(key)).toMatchObject({ state: 'running', files: 1, rows: 2 });
      if (closes) owner.close();
      await runExport(key, later, { rows: 2 });
      owner.open();
      return { ended: await exportStore.get(key), files: await filesOf(id) };
    };
    const { ended, files } = await exported(false);
    expect(ended).toMatchObject({ state: 'done', files: 2, rows: 3 });
    const names = files.map(async file => {
      const bytes = await owner.read(exportFileObject(file));
      return (await parquetReadObjects({ file: Uint8Array.from(bytes).buffer })).map(({ name }) => name);
    });
    expect((await Promise.all(names)).flat()).toEqual(['Ada', 'Ada', 'Ada']);
    const failed = await exported(true);
    expect(failed.ended).toMatchObject({ state: 'failed', reason: expect.stringContaining(bucket) });
  });

  it('expire and are archived with their response, and are no longer counted', async () => {
    const stored = await newForm();
    const day = 24 * 3600_000;
    const old = await storeAt(stored, [Date.now() - 40 * day]);
    for (const { id } of old) expect(await moveAnswers({ ...(await item(id)), answersMove: 1 }, stored)).toBe(true);
    const archiving = await withRetention(stored, { days: 30, policy: 'archive' });
    await keepToRetention(archiving);
    for (const { id } of old) expect(await item(id)).toBeUndefined();
    expect(await objectsAfterRemovals(archiving)).toEqual([]);

    const other = await newForm();
    const [expiring] = await storeAt(other, [Date.now() - 40 * day]);
    const id = expiring?.id ?? '';
    // As it is stored by a submission.
    await updateItem(await item(id), { set: { kinds: kindsOf(other, { name: 'Ada' }) } });
    expect(await counted(other)).toEqual({ ...none, c: 1, 't:name': 1 });
    expect(await moveAnswers({ ...(await item(id)), answersMove: 1 }, other)).toBe(true);
    const ending = await withRetention(other, { days: 30, policy: 'delete' });
    await keepToRetention(ending);
    const [upload] = await uploadsOf(other);
    expect(upload).toMatchObject({ state: 'claimed', duepk: expect.any(String) });
    owner.close();
    await removeUpload(upload as Item);
    owner.open();
    expect(await item(id)).toMatchObject({ answersAt: expect.anything() });
    await removeUpload(upload as Item);
    expect(await item(id)).toBeUndefined();
    expect(await objectsAfterRemovals(ending)).toEqual([]);
    expect(await counted(other)).toEqual(none);
  });

  itInAll(
    'wait in a closed bucket for the purge of their form, which says what is pending and ends once it is open',
    async () => {
      const stored = await newForm();
      const [old] = await storeAt(stored, [Date.now() - 40 * 24 * 3600_000]);
      await keepToRetention(await withRetention(stored, { days: 30, policy: 'archive' }));
      expect(await getItem(responseKey(old?.id ?? ''))).toBeUndefined();
      const { id } = await submitAnswers(stored, ada);
      const read = (await getForm(stored.form.id)) as StoredForm;
      expect(await move(read, id)).toBe(true);
      expect(await deleteForm(read)).toBe(true);
      const jobOf = async () => {
        for await (const { pk, sk } of readDue(later)) {
          const job = await getJob({ pk, sk });
          if (job?.kind === 'purgeForm' && job.formId === stored.form.id) return { key: { pk, sk }, job };
        }
        return undefined;
      };
      const run = async () => {
        const found = await jobOf();
        if (found) await purge(found.key, found.job, Date.now() + 3600_000);
        await countStream();
        return found?.job;
      };
      const left = async () => {
        const ofForm = (await itemsWith(stored.form.id)).filter(({ pk }) => pk.includes(stored.form.id));
        return [...new Set(ofForm.map(({ pk }) => pk.split('#')[0]))].sort();
      };
      owner.close();
      try {
        for (let job = await run(); job && !job.pending; ) job = await run();
        const { key, job } = (await jobOf()) ?? {};
        expect(job?.pending).toEqual({ files: 1, archives: 1, buckets: [bucket] });
        // The purge of an organization does not find it any more.
        expect(await getItem(key as Key)).not.toHaveProperty('gsi1pk');
        expect(await left()).toEqual(['ARCHIVES', 'COUNTS', 'FORM', 'UPLOADS']);
        expect(await uploadsOf(stored)).toEqual([expect.not.objectContaining({ responseId: id })]);
        expect(await objects(stored)).toHaveLength(1);
      } finally {
        owner.open();
      }
      for (let runs = 0; (await jobOf()) && runs < 10; runs++) await run();
      expect(await objects(stored)).toEqual([]);
      // The item of the file goes when no signed URL can bring another.
      expect(await left()).toEqual(['UPLOADS']);
      expect((await uploadsOf(stored))[0]).toHaveProperty('duesk');
    },
  );

  itInAll(
    'wait in a closed bucket for the deletion of their archive, whose list says so until it is open',
    async () => {
      const stored = await newForm();
      await storeAt(stored, [Date.now() - 40 * 24 * 3600_000]);
      await keepToRetention(await withRetention(stored, { days: 30, policy: 'archive' }));
      const [archive] = (await allArchivesOf(stored.form.id)) as [Archive];
      const { organizationId, form } = stored;
      expect(await beginDeletion(archive, { organizationId, environment: form.environment })).toBe(true);
      const run = async () => {
        for await (const { pk, sk } of readDue(later)) {
          const job = await getJob({ pk, sk });
          if (job?.kind === 'deleteArchive' && job.formId === form.id) await runJob({ pk, sk }, job, later);
        }
        return allArchivesOf(form.id);
      };
      owner.close();
      try {
        const [waiting] = await run();
        expect(waiting).toMatchObject({ state: 'deleting', closedSince: expect.any(Number) });
        expect(await run()).toEqual([waiting]);
      } finally {
        owner.open();
      }
      expect(await run()).toEqual([]);
      await expect(owner.read(archiveObject(archive))).rejects.toMatchObject({ name: 'NoSuchKey' });
    },
  );

  it('keep the names in use that visitors chose', async () => {
    const { form } = await newForm();
    const read = (await getForm(form.id)) as StoredForm;
    await replaceForm(read, { ...read.form, extraFields: 'keep' });
    const keeping = (await getForm(form.id)) as StoredForm;
    const { id } = await submitAnswers(keeping, { ...ada, campaign: 'spring' });
    expect(await move(keeping, id)).toBe(true);
    const job = endNamesItem(keeping, Date.now());
    await putItem(job);
    await endNames(job, job as never, later);
    expect((await getForm(form.id))?.extraNames).toEqual(['campaign']);
    expect(await getItem(job)).toBeUndefined();
  });

  it('stay in the table in a form from before this setting', async () => {
    const { answers: _, ...before } = inBucket;
    const stored = await newForm(before);
    const { id } = await submitAnswers(stored, ada);
    expect(await item(id)).not.toHaveProperty('answersMove');
    expect(await move(stored, id)).toBe(false);
    expect(await objects(stored)).toEqual([]);
  });

  it('cost one request to S3 for each response that is stored, shown, listed or exported', async () => {
    const stored = await newForm();
    const ids = [];
    requests.clear();
    for (let n = 0; n < 5; n++) ids.push((await submitAnswers(stored, ada)).id);
    expect(Object.fromEntries(requests)).toEqual({});
    for (const id of ids) await move(stored, id);
    expect(Object.fromEntries(requests)).toEqual({ PutObjectCommand: 5 });
    requests.clear();
    await answersOf(stored, ids[0] ?? '');
    expect(Object.fromEntries(requests)).toEqual({ GetObjectCommand: 1 });
    requests.clear();
    expect(await listed(stored)).toBe(5);
    expect(Object.fromEntries(requests)).toEqual({ GetObjectCommand: 5 });
    requests.clear();
    expect(await listed(stored, 3)).toBe(3);
    expect(Object.fromEntries(requests)).toEqual({ GetObjectCommand: 3 });
  });
});
