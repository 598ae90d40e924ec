import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Json, Reply } from '../support/cloud/http.ts';
import { startedService } from '../support/cloud/service.ts';
import { eventually } from '../support/eventually.ts';
import { itInAll } from '../support/in-all.ts';
import { newForm, submit, submitEach } from '../support/records/forms.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sheetsOf } from '../support/workbook.ts';

const service = startedService();
const secret = service.client('secretKey');

type Query = Record<string, string | number | boolean>;
const exported = async (query: Query, client = secret): Promise<Reply> => {
  const reply = await client('listResponses', { query: { format: 'csv', ...query } });
  expect({ status: reply.status, message: reply.body?.message }).toEqual({ status: 200 });
  return reply;
};
const rowsOf = ({ text }: Reply): string[][] => parse(text, { record_delimiter: '\r\n' });

describe('the CSV of a form', () => {
  const fields = [
    { id: 'name', type: 'text', label: 'Your name', required: true },
    { id: 'age', type: 'number', label: 'Age' },
    { id: 'message', type: 'textarea', label: 'Message, or "more"' },
    { id: 'status', type: 'text', label: 'Status' },
  ];
  let form: Json;
  let responses: Json[];
  beforeAll(async () => {
    form = await newForm(secret, { title: 'Kontakt: "Über" uns/2', fields });
    const answers = [
      { name: 'Ada', age: 1.5, message: 'a,b', status: 'x' },
      { name: 'Zoë 🎉', message: 'He said "no"\r\nand\nleft' },
      { name: '=1+1', message: '\tx', status: '+49 (30) 901820-0' },
      { name: '-12', age: -12, message: '@SUM(A1)', status: '-a' },
    ];
    responses = [];
    for (const each of answers) responses.push(await submit(secret, form.id, each));
  });

  it('has a row for each response, and a column for each field in the order of the form', async () => {
    const reply = await exported({ form_id: form.id, order: 'asc', guard: false });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...rows] = rowsOf(reply);
    expect(header).toEqual(['id', 'formId', 'status', 'submittedAt', 'name', 'age', 'message', 'answers.status']);
    const expected = responses.map(({ id, formId, status, submittedAt, answers }) => [
      ...[id, formId, status, submittedAt],
      ...['name', 'age', 'message', 'status'].map(field => String(answers[field] ?? '')),
    ]);
    expect(rows).toEqual(expected);
    expect(rowsOf(await exported({ form_id: form.id, guard: false })).slice(1)).toEqual(expected.toReversed());
    expect(reply.text.endsWith('\r\n')).toBe(true);
  });

  it('is a download that is named after the form', async () => {
    const { headers } = await exported({ form_id: form.id });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"]*\.csv"; filename\*=UTF-8''/);
    const [, encoded = ''] = /filename\*=UTF-8''(.*)$/.exec(headers['content-disposition'] ?? '') ?? [];
    expect(decodeURIComponent(encoded)).toBe('Kontakt Über uns 2.csv');
    expect(headers['access-control-expose-headers']).toContain('content-disposition');
  });

  it('holds no cell that a spreadsheet takes for a formula, unless it is told to', async () => {
    const guarded = rowsOf(await exported({ form_id: form.id, order: 'asc' })).slice(3);
    expect(guarded.map(row => row.slice(4))).toEqual([
      ["'=1+1", '', "'\tx", '+49 (30) 901820-0'],
      ['-12', '-12', "'@SUM(A1)", "'-a"],
    ]);
    const plain = rowsOf(await exported({ form_id: form.id, order: 'asc', guard: false })).slice(3);
    expect(plain.map(row => row[4])).toEqual(['=1+1', '-12']);
  });

  it('names its columns by label when asked, and begins with a byte order mark when asked', async () => {
    const reply = await exported({ form_id: form.id, headers: 'label', bom: true });
    expect(reply.text.startsWith('\uFEFF"id"') || reply.text.startsWith('\uFEFFid,')).toBe(true);
    const [header = []] = rowsOf({ ...reply, text: reply.text.slice(1) });
    expect(header.slice(4)).toEqual(['Your name', 'Age', 'Message, or "more"', 'Status']);
    expect((await exported({ form_id: form.id })).text.startsWith('id,')).toBe(true);
  });

  it('is cut by limit, offset, cursor, status and time like a list', async () => {
    const column = async (query: Query) =>
      rowsOf(await exported({ form_id: form.id, order: 'asc', ...query }))
        .slice(1)
        .map(([id]) => id);
    const all = responses.map(({ id }) => id);
    expect(await column({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(await column({ limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
    expect(await column({ offset: 3 })).toEqual(all.slice(3));
    expect(await column({ status: 'partial' })).toEqual([]);
    expect(await column({ from: responses[2].submittedAt })).toEqual(all.slice(2));
    const { body } = await secret('listResponses', { query: { form_id: form.id, order: 'asc', limit: 1 } });
    expect(await column({ cursor: body.nextCursor })).toEqual(all.slice(1));
  });

  it('is the header alone when nothing matches', async () => {
    const { text } = await exported({ form_id: form.id, from: '2020-01-01', to: '2020-01-02' });
    expect(text).toBe('id,formId,status,submittedAt,name,age,message,answers.status\r\n');
    const empty = await newForm(secret, { status: 'draft', fields: [] });
    expect((await exported({ form_id: empty.id })).text).toBe('id,formId,status,submittedAt\r\n');
  });

  it('keeps a column for what was answered to a field that the form has lost', async () => {
    const changing = await newForm(secret, { fields });
    await submit(secret, changing.id, { name: 'Ada', age: 7, message: 'Hi' });
    const kept = [fields[2], { id: 'extra', type: 'text', label: 'Extra' }, fields[3]];
    await secret('updateForm', { params: { id: changing.id }, body: { fields: kept } });
    await secret('updateForm', { params: { id: changing.id }, body: { fields: kept.slice(0, 2) } });
    const [header = [], row = []] = rowsOf(await exported({ form_id: changing.id }));
    expect(header.slice(4, 6)).toEqual(['message', 'extra']);
    expect(header.slice(6).sort()).toEqual(['age', 'answers.status', 'name']);
    const cells = Object.fromEntries(header.map((name, index) => [name, row[index]]));
    expect(cells).toMatchObject({ name: 'Ada', age: '7', message: 'Hi', extra: '' });
    const [labels = []] = rowsOf(await exported({ form_id: changing.id, headers: 'label' }));
    expect(labels.slice(6).sort()).toEqual(['Age', 'Status', 'Your name']);
  });

  it('is refused like a list, in JSON', async () => {
    for (const query of [{ limit: 0 }, { headers: 'names' }, { guard: 'maybe' }, { from: 'x' }] as Query[]) {
      const reply = await secret('listResponses', { query: { form_id: form.id, format: 'csv', ...query } });
      expectRefusal(reply, 400, 'invalid_parameter');
    }
  });
});

describe('the JSON Lines of a form', () => {
  it('are its responses, one to a line, as each can be read alone', async () => {
    const { id } = await newForm(secret, { title: 'Lines' });
    const submitted = await submitEach(secret, id, ['A', 'B "C" \u2028é', 'D']);
    const reply = await exported({ form_id: id, format: 'jsonl', order: 'asc' });
    expect(reply.headers['content-type']).toBe('application/jsonl; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="Lines.jsonl"');
    expect(reply.text.endsWith('\n')).toBe(true);
    const lines = reply.text.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toEqual(submitted);
    const none = await exported({ form_id: id, format: 'jsonl', status: 'abandoned' });
    expect(none.text).toBe('');
  });
});

describe('an export of an environment', () => {
  it('has the responses of every form, under the columns of all', async () => {
    const inStaging = service.client('secretKey', 'staging');
    const one = await newForm(inStaging, { fields: [{ id: 'envFirst', type: 'text' }] });
    const other = await newForm(inStaging, { fields: [{ id: 'envSecond', type: 'text' }] });
    const submitted = [
      await submit(inStaging, one.id, { envFirst: '1' }),
      await submit(inStaging, other.id, { envSecond: '2' }),
      await submit(inStaging, one.id, { envFirst: '3' }),
    ];
    await eventually(async () => {
      const [header = [], ...rows] = rowsOf(
        await exported({ from: submitted[0].submittedAt, order: 'asc' }, inStaging),
      );
      const own = rows.filter(([, formId]) => formId === one.id || formId === other.id);
      expect(own.map(([id]) => id)).toEqual(submitted.map(({ id }) => id));
      const cells = (name: string) => own.map(row => row[header.indexOf(name)]);
      expect(cells('envFirst')).toEqual(['1', '', '3']);
      expect(cells('envSecond')).toEqual(['', '2', '']);
    });
  });
});

describe('a long export', () => {
  itInAll('has every response once, over many pages of the table', async () => {
    const { id } = await newForm(secret, { fields: [{ id: 'text', type: 'textarea' }] });
    const text = 'x'.repeat(100_000);
    const batches = [0, 1, 2].map(() => Array.from({ length: 8 }, () => 0));
    const submitted: string[] = [];
    for (const batch of batches) {
      submitted.push(...(await Promise.all(batch.map(async () => (await submit(secret, id, { text })).id))));
    }
    const rows = rowsOf(await exported({ form_id: id })).slice(1);
    expect(rows.map(row => row[0]).sort()).toEqual(submitted.sort());
    expect(rows.every(row => row[4] === text)).toBe(true);
  });

  itInAll('ends a page of a list early, so that none passes 5 MB, and loses nothing', async () => {
    const { id } = await newForm(secret, { fields: [{ id: 'text', type: 'textarea' }] });
    const text = 'é'.repeat(50_000);
    const ids = await Promise.all(Array.from({ length: 55 }, async () => (await submit(secret, id, { text })).id));
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply: Reply = await secret('listResponses', {
        query: { form_id: id, ...(cursor && { cursor }), limit: 1000 },
      });
      expect(Buffer.byteLength(reply.text)).toBeLessThan(5.1 * 1024 * 1024);
      expect(reply.body.hasMore).toBe(reply.body.nextCursor !== null);
      walked.push(...reply.body.items.map((item: Json) => item.id));
      cursor = reply.body.nextCursor;
    }
    expect(walked).toHaveLength(55);
    expect(walked.sort()).toEqual(ids.sort());
  });
});

describe('an export for analysts', () => {
  const fields = [
    { id: 'name', type: 'text' },
    { id: 'topic', type: 'select', options: ['Sales', 'Support'] },
    { id: 'iban', type: 'text' },
  ];
  let form: Json;
  beforeAll(async () => {
    form = await newForm(secret, { fields, fieldPolicies: { iban: 'encrypted' } });
    for (const [name, topic] of [
      ['Ada', 'Sales'],
      ['Bob', 'Support'],
      ['Cy', 'Sales'],
      ['Di', 'Sales'],
    ]) {
      await submit(secret, form.id, { name, topic, iban: 'DE89' });
    }
  });
  const refused = async (query: Query): Promise<string[]> => {
    const reply = await secret('listResponses', { query: { ...query } });
    return expectRefusal(reply, 400, 'invalid_parameter').map(({ field, rule }) => `${field} ${rule}`);
  };

  it('has the responses with an answer, in a page, in parts of it and in their number', async () => {
    const query = { form_id: form.id, 'answers[topic]': 'Sales', limit: 2, order: 'asc' };
    const first = (await secret('listResponses', { query })).body;
    expect(first.items.map(({ answers }: Json) => answers.name)).toEqual(['Ada', 'Cy']);
    expect(first).toMatchObject({ total: 3, hasMore: true });
    const { body } = await secret('listResponses', { query: { ...query, cursor: first.nextCursor } });
    expect(body).toMatchObject({ items: [{ answers: { name: 'Di' } }], total: 3, hasMore: false });
    const { body: behind } = await secret('listResponses', { query: { ...query, offset: 2 } });
    expect(behind.items).toEqual(body.items);
  });

  it('has the responses with a text, and those that conditions hold of, in every form', async () => {
    const names = async (query: Query) => {
      const { body } = await secret('listResponses', { query: { form_id: form.id, order: 'asc', ...query } });
      expect(body).toMatchObject({ total: body.items.length, search: { read: 4, isTotal: true } });
      return body.items.map(({ answers }: Json) => answers.name);
    };
    expect(await names({ q: 'sAL' })).toEqual(['Ada', 'Cy', 'Di']);
    expect(await names({ q: 'y', 'answers[topic][not]': 'Support' })).toEqual(['Cy']);
    expect(await names({ 'answers[name][in]': 'Bob,Di', 'answers[topic][empty]': 'false' })).toEqual(['Bob', 'Di']);
    expect(await names({ 'answers[name][gte]': 'B', 'answers[name][lt]': 'D' })).toEqual(['Bob', 'Cy']);
    // What is sealed is not searched.
    expect(await names({ q: 'DE89' })).toEqual([]);
    expect(rowsOf(await exported({ form_id: form.id, q: 'bob', columns: 'name' })).slice(1)).toEqual([['Bob']]);
    expect(await refused({ q: 'Ada' })).toEqual(['form_id required']);
    expect(await refused({ form_id: form.id, 'answers[name][like]': 'A' })).toEqual(['answers[name][like] operator']);
  });

  it('goes on where its limit has ended it', async () => {
    const names: unknown[] = [];
    let query: Query = { form_id: form.id, order: 'asc', limit: 3, columns: 'name', timezone: 'Asia/Kolkata' };
    for (let part = 0; part < 2; part++) {
      const reply = await exported(query);
      names.push(...rowsOf(reply).slice(1).flat());
      const [, url = ''] = /^<([^>]+)>; rel="next"$/.exec(reply.headers.link?.toString() ?? '') ?? [];
      expect(url.startsWith(`${service.credentials().baseUrl}/responses?`)).toBe(part === 0);
      if (part === 0) query = Object.fromEntries(new URL(url).searchParams);
    }
    expect(names).toEqual(['Ada', 'Bob', 'Cy', 'Di']);
    expect(query).toMatchObject({ format: 'csv', columns: 'name' });
  });

  it('has the columns, the clock and the separator that it was asked for', async () => {
    const columns = 'name,submittedAt,source';
    const query = { form_id: form.id, 'answers[name]': 'Bob', columns, timezone: 'Asia/Kolkata' };
    const csv = await exported({ ...query, delimiter: ';' });
    const [header, row] = csv.text.trim().split('\r\n');
    expect(header).toBe('name;submittedAt;source');
    expect(row).toMatch(/^Bob;\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30;server$/);
    const [, local = ''] = row?.split(';') ?? [];
    const { body } = await secret('listResponses', { query: { form_id: form.id, 'answers[name]': 'Bob' } });
    expect(new Date(local).toISOString()).toBe(body.items[0].submittedAt);
    const lines = await exported({ ...query, format: 'jsonl' });
    expect(JSON.parse(lines.text)).toEqual({ name: 'Bob', submittedAt: local, source: 'server' });
  });

  it('is an Excel workbook of the same responses, byte for byte as it was written', async () => {
    const { baseUrl, environments } = service.credentials();
    const query = new URLSearchParams({ form_id: form.id, format: 'xlsx', order: 'asc', 'answers[topic]': 'Sales' });
    const authorization = `Bearer ${environments.production.secretKey}`;
    const reply = await fetch(`${baseUrl}/responses?${query}`, { headers: { authorization } });
    expect(reply.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(reply.headers.get('content-disposition')).toMatch(/\.xlsx"?$/);
    const sheets = sheetsOf(await reply.bytes());
    expect(sheets.get('Responses')?.map(row => row[4]?.value)).toEqual(['name', 'Ada', 'Cy', 'Di']);
    expect(sheets.get('Fields')?.map(row => row[3]?.value)).toEqual(['Type', 'text', 'select', 'text']);
  });

  it('refuses what it cannot do, or what would do nothing', async () => {
    const form_id = form.id;
    expect(await refused({ form_id, 'answers[iban]': 'DE89' })).toEqual(['answers[iban] sealed']);
    expect(await refused({ form_id, 'answers[topik]': 'Sales' })).toEqual(['answers[topik] unknown']);
    expect(await refused({ 'answers[topic]': 'Sales' })).toEqual(['form_id required']);
    expect(await refused({ form_id, columns: 'name', timezone: 'UTC', delimiter: ';' })).toEqual([
      ...['columns noEffect', 'timezone noEffect', 'delimiter noEffect'],
    ]);
    expect(await refused({ form_id, format: 'jsonl', delimiter: ';' })).toEqual(['delimiter noEffect']);
    expect(await refused({ form_id, format: 'xlsx', delimiter: ';' })).toEqual(['delimiter noEffect']);
    expect(await refused({ form_id, format: 'csv', timezone: 'Europe/Berln' })).toEqual(['timezone timezone']);
    expect(await refused({ form_id, format: 'csv', columns: 'nam,nmae' })).toEqual([
      ...['columns unknown', 'columns unknown'],
    ]);
    const { body } = await secret('listResponses', { query: { formId: form_id } });
    expect(body.message).toContain('did you mean "form_id"?');
  });
});
