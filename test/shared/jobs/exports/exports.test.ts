import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { s3 } from '../../../../shared/aws/s3/buckets.ts';
import { exportFileObject } from '../../../../shared/aws/s3/exports.ts';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import type { Answers } from '../../../../shared/domain/responses/answers.ts';
import { runExport } from '../../../../shared/jobs/exports/run-export.ts';
import { startExport } from '../../../../shared/jobs/exports/start-export.ts';
import { isDue } from '../../../../shared/store/due.ts';
import { getForm, replaceForm, type StoredForm } from '../../../../shared/store/forms/forms.ts';
import { dueKeys } from '../../../../shared/store/keys.ts';
import { isQuotaFull, quotas } from '../../../../shared/store/quotas.ts';
import { filesOf } from '../../../../shared/store/responses/export-files.ts';
import {
  type Export,
  type ExportOptions,
  exportRecord,
  exportStore,
  getExportOf,
  hidingExports,
  markDeleted,
} from '../../../../shared/store/responses/exports.ts';
import { responseKey } from '../../../../shared/store/responses/responses.ts';
import { getItem, updateItem } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { storeAt } from '../../../support/records/old-responses.ts';
import { formWithFields, newCaller, storedForm, submitAnswers } from '../../../support/records/records.ts';
import { withRetention } from '../../../support/records/retention.ts';
import { killedAt } from '../../../support/table/killed-at.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useUploads } from '../../../support/table/s3.ts';
import { useTable } from '../../../support/table/table.ts';
import { sheetsOf } from '../../../support/workbook.ts';

const hour = 3600_000;
const soon = () => Date.now() + hour;
const fields: Form['fields'] = [
  { id: 'name', type: 'text', label: 'Name' },
  { id: 'age', type: 'number' },
  { id: 'topics', type: 'multiselect', options: ['a', 'b'] },
];

/** A stored export, made so long ago that it need not wait for indexes. */
async function newExport(caller: Caller, options: ExportOptions): Promise<string> {
  const { id } = await startExport({ options, times: {} }, { caller, action: 'responses.export_requested' });
  await updateItem(exportStore.key(id), { set: { createdAt: new Date(Date.now() - hour).toISOString() } });
  return id;
}

const exportOf = async (id: string): Promise<Export> => (await exportStore.get(exportStore.key(id))) as Export;

/** Whether an export is due, though a message about it was sent and its lease has not run out. */
async function isDueAfter(id: string, work: () => Promise<unknown>): Promise<boolean> {
  const key = exportStore.key(id);
  await updateItem(key, { set: dueKeys(soon(), (await exportOf(id)).environmentId) });
  await work();
  return isDue(String((await getItem(key))?.duesk), Date.now());
}

const run = (id: string, deadline = soon()) => runExport(exportStore.key(id), deadline, { rows: 2 });

async function runToEnd(id: string): Promise<Export> {
  for (let runs = 0; runs < 30; runs++) {
    if ((await exportOf(id)).endedAt !== undefined) return exportOf(id);
    await run(id);
  }
  throw new Error('The export does not end');
}

async function bytesOf(file: Parameters<typeof exportFileObject>[0]): Promise<Uint8Array> {
  const { Body } = await s3.send(new GetObjectCommand(exportFileObject(file)));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

const textsOf = async (id: string): Promise<string[]> =>
  Promise.all((await filesOf(id)).map(async file => Buffer.from(await bytesOf(file)).toString()));

const objects = async (): Promise<number> => {
  const listed = await s3.send(new ListObjectsV2Command({ Bucket: 'uploads', Prefix: 'exports/' }));
  return listed.Contents?.length ?? 0;
};

/** Does something as soon as a run has put its next file, before the run hears of that. */
function meanwhile(work: () => Promise<unknown>): void {
  const name = 'meanwhile';
  const middleware = (next: (args: never) => Promise<unknown>, { commandName }: { commandName?: string }) =>
    async function put(args: never) {
      const result = await next(args);
      if (commandName === 'PutObjectCommand' && s3.middlewareStack.remove(name)) await work();
      return result;
    };
  s3.middlewareStack.add(middleware as never, { name, step: 'initialize' });
}

/** Two forms, of three responses and of one. */
async function filled() {
  const caller = { ...(await newCaller()), role: 'editor' as const };
  const [first, second] = [await formWithFields(caller, { fields }), await formWithFields(caller, { fields })];
  const answers: Answers[] = [{ name: 'Ada', age: 7, topics: ['a', 'b'] }, { name: '=1+1' }, { name: 'Zoë', age: 1.5 }];
  for (const each of answers) await submitAnswers(first, each, 'completed');
  await submitAnswers(second, { name: 'Eve' }, 'partial');
  return { caller, first: first.form.id, second: second.form.id };
}

describe('an export', () => {
  useTable();
  const uploads = useUploads();
  useKms();

  it('has the responses of every form in files of so many, each whole in itself', async () => {
    const { caller, first, second } = await filled();
    const id = await newExport(caller, { format: 'csv' });
    expect(await runToEnd(id)).toMatchObject({ state: 'done', rows: 4, total: 4, files: 3 });
    const tables = (await textsOf(id)).map(text => parse(text, { columns: true }) as Record<string, string>[]);
    expect(tables.map(rows => rows.map(({ formId, name }) => [formId, name]))).toEqual([
      [
        [first, 'Ada'],
        [first, "'=1+1"],
      ],
      [[first, 'Zoë']],
      [[second, 'Eve']],
    ]);
    expect(tables[0]?.[0]).toMatchObject({ age: '7', topics: 'a; b' });
    expect((await filesOf(id)).map(({ name, rows }) => [name, rows])).toEqual([
      ...[
        ['Contact-1.csv', 2],
        ['Contact-2.csv', 1],
        ['Contact-1.csv', 1],
      ],
    ]);
  });

  itInAll('is the same killed after any of its calls, and holds nothing twice', async () => {
    const { caller } = await filled();
    const whole = await newExport(caller, { format: 'jsonl' });
    await runToEnd(whole);
    const expected = await textsOf(whole);
    let isKilled = true;
    let n = 1;
    for (; isKilled; n += 2) {
      const id = await newExport(caller, { format: 'jsonl' });
      isKilled = await killedAt(n, () => run(id));
      expect(await runToEnd(id)).toMatchObject({ state: 'done', rows: 4, files: 3 });
      expect(await textsOf(id)).toEqual(expected);
    }
    expect(n).toBeGreaterThan(10);
    expect(await isQuotaFull('exports', caller)).toBe(false);
  });

  it('goes on where its time has ended, and is made once by two runs at once', async () => {
    const { caller } = await filled();
    const id = await newExport(caller, { format: 'jsonl' });
    expect(await isDueAfter(id, () => run(id, 0))).toBe(true);
    expect(await exportOf(id)).toMatchObject({ state: 'running', rows: 2, files: 1 });
    await Promise.all([run(id), run(id)]);
    expect(await runToEnd(id)).toMatchObject({ rows: 4, files: 3 });
    expect((await textsOf(id)).join('').trim().split('\n')).toHaveLength(4);
  });

  itInAll('ends a file with so many cells, or so much JSON, of which notes are a part', async () => {
    const { caller, first } = await filled();
    const rowsOf = async (options: ExportOptions, fileEnd: Parameters<typeof runExport>[2]): Promise<number[]> => {
      const id = await newExport(caller, { formId: first, ...options });
      await runExport(exportStore.key(id), soon(), fileEnd);
      return (await filesOf(id)).map(({ rows }) => rows);
    };
    const columns = 'id,name,age,topics';
    expect(await rowsOf({ format: 'csv', columns }, { cells: 12 })).toEqual([3]);
    for (const format of ['csv', 'jsonl', 'parquet', 'xlsx'] as const)
      expect(await rowsOf({ format, columns }, { cells: 8 })).toEqual([2, 1]);
    const { id } = await submitAnswers((await getForm(first)) as StoredForm, { name: 'Mia' });
    expect(await rowsOf({ format: 'jsonl' }, { bytes: 4000 })).toEqual([4]);
    const notes = [{ body: 'x'.repeat(4000), createdAt: new Date().toISOString() }];
    await updateItem(responseKey(id), { set: { notes: JSON.stringify(notes) } });
    await submitAnswers((await getForm(first)) as StoredForm, { name: 'Bo' });
    expect(await rowsOf({ format: 'jsonl' }, { bytes: 4000 })).toEqual([4, 1]);
  });

  it('has what each filter of a list finds, in the order that it names', async () => {
    const { caller, first } = await filled();
    const { id } = await submitAnswers((await getForm(first)) as StoredForm, { name: 'Bo', age: 40, topics: ['b'] });
    const meta = { source: 'browser', origin: 'https://a.example', language: 'de-AT', userAgent: 'Firefox/140.0' };
    await updateItem(responseKey(id), { set: { handling: 'done', assigneeId: 'user_1', meta } });
    const names = async (options: Omit<ExportOptions, 'format'>): Promise<string> => {
      const exportId = await newExport(caller, { format: 'jsonl', formId: first, columns: 'name', ...options });
      const { files, rows } = await runToEnd(exportId);
      const lines = (await textsOf(exportId)).join('').split('\n').filter(Boolean);
      expect([lines.length, files]).toEqual([rows, Math.max(1, Math.ceil(rows / 2))]);
      return lines.map(line => JSON.parse(line).name).join(' ');
    };
    for (const option of [
      ...[{ handling: 'done' }, { assignee: 'user_1' }, { source: 'browser' }, { origin: meta.origin }],
      ...[{ language: 'de' }, { browser: 'Firefox' }, { q: 'BO' }, { answers: { 'age][gte': '18' } }],
    ] as const)
      expect([option, await names(option)]).toEqual([option, 'Bo']);
    expect(await names({ assignee: 'none', order: 'desc' })).toBe('Bo Zoë =1+1 Ada');
    expect(await names({ handling: 'open', order: 'desc' })).toBe('Zoë =1+1 Ada');
    expect(await names({ answers: { topics: 'b' } })).toBe('Ada Bo');
    expect(await names({ answers: { topics: 'b' }, handling: 'open' })).toBe('Ada');
    expect(await names({ q: 'nobody' })).toBe('');
  });

  itInAll('by a search has each match once, however often it is killed or its time ends', async () => {
    const { caller, first } = await filled();
    const stored = (await getForm(first)) as StoredForm;
    for (const age of [20, 3, 30, 4, 5, 40]) await submitAnswers(stored, { name: `at ${age}`, age });
    const options = { format: 'jsonl', formId: first, columns: 'age', answers: { 'age][gte': '18' } } as const;
    const agesOf = async (id: string) => (await textsOf(id)).join('').match(/\d+/g);
    const slow = await newExport(caller, options);
    const places = new Set<string | undefined>();
    for (let runs = 0; runs < 12 && (await exportOf(slow)).endedAt === undefined; runs++) {
      // Each run has time for one response.
      await run(slow, 0);
      places.add((await exportOf(slow)).place?.after);
    }
    // Nine responses, and the end.
    expect(places.size).toBe(10);
    expect(await exportOf(slow)).toMatchObject({ state: 'done', rows: 3, files: 3 });
    expect(exportRecord(await exportOf(slow)).total).toBeNull();
    expect(await agesOf(slow)).toEqual(['20', '30', '40']);
    let isKilled = true;
    for (let n = 1; isKilled; n++) {
      const id = await newExport(caller, options);
      isKilled = await killedAt(n, () => run(id, n % 2 === 0 ? 0 : soon()));
      expect(await runToEnd(id)).toMatchObject({ state: 'done', rows: 3 });
      expect(await agesOf(id)).toEqual(['20', '30', '40']);
    }
  });

  it('by a condition on a field that was encrypted meanwhile fails, and says why', async () => {
    const { caller, first } = await filled();
    const id = await newExport(caller, { format: 'csv', formId: first, answers: { name: 'Ada' } });
    const stored = (await getForm(first)) as StoredForm;
    expect(await replaceForm(stored, { ...stored.form, fieldPolicies: { name: 'encrypted' } })).toBe(true);
    await run(id);
    const reason = expect.stringContaining('encrypted');
    expect(exportRecord(await exportOf(id))).toMatchObject({ state: 'failed', rows: 0, reason });
    const refused = newExport(caller, { format: 'csv', formId: first, answers: { name: 'Ada' } });
    await expect(refused).rejects.toMatchObject({ status: 400, details: [{ field: 'answers[name]', rule: 'sealed' }] });
    await expect(newExport(caller, { format: 'csv', q: 'Ada' })).rejects.toMatchObject({
      details: [{ field: 'q', rule: 'noEffect' }],
    });
  });

  it('has failed when five runs in a row were killed, and says what to ask for', async () => {
    const { caller } = await filled();
    const id = await newExport(caller, { format: 'csv' });
    const killed = async (times: number) => {
      for (let runs = 0; runs < times; runs++) expect(await killedAt(4, () => run(id))).toBe(true);
    };
    await killed(4);
    await run(id, 0);
    expect(await exportOf(id)).toMatchObject({ state: 'running', rows: 2, failures: 0 });
    await killed(5);
    expect(await exportOf(id)).toMatchObject({ state: 'running', rows: 2 });
    await run(id);
    const reason = expect.stringMatching(/memory or time.* fewer columns/);
    expect(exportRecord(await exportOf(id))).toMatchObject({ state: 'failed', rows: 2, reason });
    expect(await isQuotaFull('exports', caller)).toBe(false);
  });

  it('stops behind any form when its time has ended, also where none has responses', async () => {
    const caller = await newCaller();
    const forms = [await storedForm(caller), await storedForm(caller), await storedForm(caller)];
    const id = await newExport(caller, { format: 'csv' });
    for (const formId of forms
      .map(({ form }) => form.id)
      .sort()
      .slice(1)) {
      expect(await isDueAfter(id, () => run(id, 0))).toBe(true);
      expect(await exportOf(id)).toMatchObject({ state: 'running', place: { formId } });
    }
    await run(id, 0);
    expect(await exportOf(id)).toMatchObject({ state: 'done', files: 0 });
  });

  it('leaves no file behind that another run has written too, or that nobody wants any more', async () => {
    const { caller } = await filled();
    const before = await objects();
    const twice = await newExport(caller, { format: 'jsonl' });
    meanwhile(() => run(twice));
    await run(twice);
    expect(await exportOf(twice)).toMatchObject({ state: 'done', rows: 4, files: 3 });
    expect(await textsOf(twice)).toHaveLength(3);
    expect(await objects()).toBe(before + 3);
    const deleted = await newExport(caller, { format: 'jsonl' });
    meanwhile(async () => {
      await markDeleted(await exportOf(deleted));
      await run(deleted);
    });
    await run(deleted);
    expect(await exportStore.get(exportStore.key(deleted))).toBeUndefined();
    expect(await objects()).toBe(before + 3);
  });

  itInAll(
    'waits with its reason while S3 is not reached, and goes on once it is, however often it was tried',
    async () => {
      const { caller } = await filled();
      const id = await newExport(caller, { format: 'csv' });
      await uploads.stop();
      for (let tries = 0; tries < 7; tries++) await expect(run(id)).rejects.toThrow();
      const record = async () => exportRecord(await exportOf(id));
      expect(await record()).toMatchObject({
        state: 'waiting',
        rows: 0,
        reason: expect.stringContaining('continues by itself'),
      });
      await uploads.start();
      await run(id, 0);
      expect(await record()).toMatchObject({ state: 'running', rows: 2, reason: null });
      expect(await runToEnd(id)).toMatchObject({ state: 'done', rows: 4 });
      expect(await record()).toMatchObject({ state: 'done', reason: null });
    },
  );

  itInAll('fails where it has waited for a day', async () => {
    const { caller } = await filled();
    const id = await newExport(caller, { format: 'csv' });
    await uploads.stop();
    await expect(run(id)).rejects.toThrow();
    const { interruption } = await exportOf(id);
    const yesterday = { since: Date.now() - 25 * hour, reason: interruption?.reason };
    await updateItem(exportStore.key(id), { set: { interruption: yesterday } });
    for (let tries = 0; tries < 5; tries++) await expect(run(id)).rejects.toThrow();
    await uploads.start();
    const failed = exportRecord(await exportOf(id));
    expect(failed).toMatchObject({ state: 'failed', reason: interruption?.reason });
  });

  it('has numbers, times and nothing of what came later in Parquet', async () => {
    const { caller, first } = await filled();
    const id = await newExport(caller, { format: 'parquet', formId: first, columns: 'submittedAt,name,age,topics' });
    await submitAnswers((await getForm(first)) as StoredForm, { name: 'Late' });
    await runToEnd(id);
    const files = await filesOf(id);
    const rows = await Promise.all(
      files.map(async file => {
        const bytes = await bytesOf(file);
        return parquetReadObjects({
          file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
        });
      }),
    );
    expect(rows.flat()).toMatchObject([
      { submittedAt: expect.any(Date), name: 'Ada', age: 7, topics: '["a","b"]' },
      { name: '=1+1', age: null, topics: null },
      { name: 'Zoë', age: 1.5 },
    ]);
  });

  it('has workbooks with a sheet of responses and one of fields in Excel', async () => {
    const { caller, first } = await filled();
    const id = await newExport(caller, { format: 'xlsx', formId: first, columns: 'name,age,topics', headers: 'label' });
    await runToEnd(id);
    const files = await filesOf(id);
    expect(files.map(({ name }) => /-\d\.xlsx$/.test(name))).toEqual([true, true]);
    const books = await Promise.all(files.map(async file => sheetsOf(await bytesOf(file))));
    const rows = books.map(book => book.get('Responses')?.map(row => Array.from(row, cell => cell?.value)));
    expect(rows).toEqual([
      [['Name', 'age', 'topics'], ['Ada', 7, 'a; b'], ['=1+1']],
      [
        ['Name', 'age', 'topics'],
        ['Zoë', 1.5],
      ],
    ]);
    expect(books.map(book => book.get('Fields')?.length)).toEqual([4, 4]);
  });

  it('takes its files along when it is deleted, or its time is over', async () => {
    const { caller } = await filled();
    const before = await objects();
    const deleted = await newExport(caller, { format: 'csv' });
    await run(deleted, 0);
    expect(await objects()).toBe(before + 1);
    expect(await markDeleted(await exportOf(deleted))).toBe(true);
    await run(deleted);
    expect(await exportStore.get(exportStore.key(deleted))).toBeUndefined();
    const over = await newExport(caller, { format: 'csv' });
    await runToEnd(over);
    await run(over);
    expect(await objects()).toBe(before + 3);
    await updateItem(exportStore.key(over), { set: { expiresAt: new Date(0).toISOString() } });
    await run(over);
    expect(await objects()).toBe(before);
    expect(await exportOf(over)).toMatchObject({ state: 'done', files: 0, rows: 4 });
  });

  it('shows what whoever asked for it may see, and is one of ten at a time', async () => {
    const caller = await newCaller();
    const stored = await formWithFields(caller, {
      fields: [{ id: 'iban', type: 'text' }],
      fieldPolicies: { iban: 'encrypted' },
    });
    await submitAnswers(stored, { iban: 'DE02120300000000202051' }, 'completed');
    const texts: string[] = [];
    const whole: unknown[] = [];
    const unsealed: unknown[] = [];
    for (const role of ['viewer', 'editor'] as const) {
      const id = await newExport({ ...caller, role }, { format: 'csv', formId: stored.form.id });
      await runToEnd(id);
      texts.push(...(await textsOf(id)));
      const files = await filesOf(id);
      unsealed.push(...files.map(file => file.unsealed));
      whole.push(...files.map(file => file.whole));
    }
    expect(whole).toEqual([[], ['iban']]);
    expect(texts.map(text => text.includes('DE02120300000000202051'))).toEqual([false, true]);
    expect(unsealed).toEqual([undefined, true]);
    const all = Array.from({ length: quotas.exports.max }, () => newExport(caller, { format: 'csv' }));
    await Promise.all(all);
    await expect(newExport(caller, { format: 'csv' })).rejects.toThrow('exports that have not ended');
  });

  it('ends with the first response in it that expires', async () => {
    const caller = await newCaller();
    const day = 24 * hour;
    const stored = await withRetention(await formWithFields(caller, { fields }), { days: 10 });
    const [first] = await storeAt(stored, [Date.now() - 8 * day, Date.now() - day]);
    const ended = await runToEnd(await newExport(caller, { format: 'csv', formId: stored.form.id }));
    expect(ended.expiresAt).toBe(new Date(Date.parse(first?.submittedAt ?? '') + 10 * day).toISOString());
    const kept = await runToEnd(await newExport(caller, { format: 'csv', formId: (await storedForm(caller)).form.id }));
    expect(Date.parse(kept.expiresAt ?? '')).toBeGreaterThan(Date.now() + 6 * day);
  });

  it('goes before a response that it may have is deleted, and no other does', async () => {
    const caller = await newCaller();
    const [stored, other] = [await formWithFields(caller, { fields }), await formWithFields(caller, { fields })];
    const response = await submitAnswers(stored, { name: 'Ada' });
    const start = (formId?: string) => newExport(caller, { format: 'csv', ...(formId && { formId }) });
    const [own, all, others] = [await start(stored.form.id), await start(), await start(other.form.id)];
    for (const id of [own, all, others]) await runToEnd(id);
    const later = await submitAnswers(stored, { name: 'Grace' });
    const tomorrow = { ...later, submittedAt: new Date(Date.now() + hour).toISOString() };
    await hidingExports(caller.environmentId, hide => hide(tomorrow));
    expect(await Promise.all([own, all].map(id => getExportOf(caller, id)))).not.toContain(undefined);
    const meanwhile = await hidingExports(caller.environmentId, async hide => {
      for (const each of [response, later]) await hide(each);
      expect(await Promise.all([own, all].map(id => getExportOf(caller, id)))).toEqual([undefined, undefined]);
      return [await start(stored.form.id), await start(other.form.id)];
    });
    const found = await Promise.all([own, all, others, ...meanwhile].map(id => getExportOf(caller, id)));
    expect(found.map(each => each?.id)).toEqual([undefined, undefined, others, undefined, meanwhile[1]]);
    expect(await filesOf(own)).toHaveLength(1);
    await run(own);
    expect(await filesOf(own)).toEqual([]);
  });
});
