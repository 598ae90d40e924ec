import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { type ExportedResponse, namedColumns, usualColumns } from '../../../../shared/domain/exports/columns.ts';
import { xmlText } from '../../../../shared/domain/exports/xlsx-cells.ts';
import { type XlsxOptions, xlsxOf } from '../../../../shared/domain/exports/xlsx-file.ts';
import { zipOf } from '../../../../shared/domain/exports/zip.ts';
import { columnsOf } from '../../../../shared/domain/fields/columns.ts';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { sheetsOf, unzipped } from '../../../support/workbook.ts';

const fields: Field[] = [
  { id: 'name', type: 'text', label: 'Your name', required: true },
  { id: 'age', type: 'number' },
  { id: 'fee', type: 'currency', label: 'Fee', currency: 'EUR' },
  { id: 'day', type: 'date' },
  { id: 'at', type: 'time' },
  { id: 'terms', type: 'consent', text: 'I agree' },
  { id: 'topics', type: 'multiselect', options: [{ value: 'a', label: 'Alpha' }, 'b'] },
  { id: 'service', type: 'matrix', rows: ['speed', 'price'], columns: ['good', 'bad'] },
];
const columns = usualColumns(fields.flatMap(columnsOf), [{ id: 'old' }]);

const response = (id: string, answers: ExportedResponse['answers'] = {}): ExportedResponse => ({
  ...{ id, formId: 'form_1', status: 'completed', submittedAt: '2026-01-31T23:30:00.000Z', answers },
});

async function sheets(responses: readonly ExportedResponse[], options: Partial<XlsxOptions> = {}) {
  return sheetsOf(await buffer(xlsxOf(responses, { columns, fields, headers: 'id', ...options })));
}

const values = (rows: Awaited<ReturnType<typeof sheets>> extends Map<string, infer R> ? R | undefined : never) =>
  rows?.map(row => Array.from(row, cell => cell?.value));

/** What a spreadsheet shows for a number that it stores. */
const dateOf = (serial: unknown): string => new Date(Math.round((Number(serial) - 25_569) * 86_400_000)).toISOString();

describe('a workbook', () => {
  it('has numbers, flags, dates, times and moments as such', async () => {
    const answers = {
      ...{ name: 'Ada', age: -1.5, fee: 12.5, day: '2026-02-01', at: '06:00', terms: true },
      ...{ topics: ['a', 'b'], service: { speed: 'good' }, old: 'x' },
    };
    const rows = (await sheets([response('sub_1', answers)], { timezone: 'Europe/Berlin' })).get('Responses') ?? [];
    const [head = [], row = []] = values(rows) ?? [];
    const named = Object.fromEntries(head.map((name, at) => [name, row[at]]));
    expect(named).toMatchObject({
      id: 'sub_1',
      name: 'Ada',
      age: -1.5,
      fee: 12.5,
      at: 0.25,
      terms: true,
      topics: 'a; b',
    });
    expect(named).toMatchObject({ 'service.speed': 'good', 'service.price': undefined, old: 'x' });
    expect(dateOf(named.day)).toBe('2026-02-01T00:00:00.000Z');
    // Berlin's clocks, as a spreadsheet knows no zones.
    expect(dateOf(named.submittedAt)).toBe('2026-02-01T00:30:00.000Z');
    const styles = Object.fromEntries(head.map((name, at) => [name, rows[1]?.[at]?.style]));
    expect(styles).toMatchObject({ id: 2, submittedAt: 5, name: 2, age: 0, fee: 6, day: 3, at: 4, terms: 0 });
  });

  it('has a sheet that explains the columns of answers', async () => {
    const found = await sheets([], { headers: 'label' });
    expect([...found.keys()]).toEqual(['Responses', 'Fields']);
    expect(values(found.get('Fields'))).toEqual([
      ['Column', 'Field', 'Label', 'Type', 'Required', 'Options'],
      ['Your name', 'name', 'Your name', 'text', true],
      ['age', 'age', 'age', 'number', false],
      ['Fee (EUR)', 'fee', 'Fee (EUR)', 'currency', false],
      ['day', 'day', 'day', 'date', false],
      ['at', 'at', 'at', 'time', false],
      ['terms', 'terms', 'terms', 'consent', false],
      ['topics', 'topics', 'topics', 'multiselect', false, 'Alpha; b'],
      ['service: speed', 'service', 'service: speed', 'matrix', false],
      ['service: price', 'service', 'service: price', 'matrix', false],
      ['old', 'old', 'old'],
    ]);
    expect(values(found.get('Responses'))?.[0]?.slice(0, 5)).toEqual([
      ...['id', 'formId', 'status', 'submittedAt', 'Your name'],
    ]);
  });

  it.each([
    ['=1+1', 'never a formula'],
    ['', 'an empty answer is no cell'],
    ['<b>&amp;"\'</b>', 'markup'],
    [' two\n\tlines \r\n', 'white space'],
    ['\0\u0008\uffff_x0041__x', 'what XML cannot write, and what looks like an escape'],
    ['Zoë 🎉', 'every script'],
    ['2026-02-01', 'a date in a text field'],
  ])('writes text as text: %j', async text => {
    const rows = (await sheets([response('sub_1', { name: text })])).get('Responses');
    expect(rows?.[1]?.[4]).toEqual(text === '' ? undefined : { value: text, style: 2 });
  });

  it('keeps what a spreadsheet cannot hold as text, and cuts what no cell holds', async () => {
    const answers = { name: 'x'.repeat(40_000), day: '1850-12-31', age: 'many' };
    const [, row = []] = values((await sheets([response('sub_1', answers)])).get('Responses')) ?? [];
    expect(row[4]).toBe(`${'x'.repeat(32_766)}…`);
    expect(row.slice(5, 8)).toEqual(['many', undefined, '1850-12-31']);
    expect(xmlText('\ud800')).toBe('\ufffd');
  });

  it.each([
    [0, [0]],
    [2, [2]],
    [3, [2, 1]],
    [5, [2, 2, 1]],
  ])('continues %d rows in further sheets where one is full', async (count, expected) => {
    const responses = Array.from({ length: count }, (_, at) => response(`sub_${at}`));
    const found = await sheets(responses, { rowsMax: 3 });
    const names = expected.map((_, at) => (at === 0 ? 'Responses' : `Responses ${at + 1}`));
    expect([...found.keys()]).toEqual([...names, 'Fields']);
    const ids = names.map(
      name =>
        values(found.get(name))
          ?.slice(1)
          .map(([id]) => id) ?? [],
    );
    expect(ids.map(each => each.length)).toEqual(expected);
    expect(ids.flat()).toEqual(responses.map(({ id }) => id));
  });

  it('has all its parts, each of them named in the list of its types', async () => {
    const files = unzipped(await buffer(xlsxOf([], { columns, fields, headers: 'id' })));
    const typed = [...(files.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    const parts = [...files.keys()].filter(name => name.endsWith('.xml') && !name.startsWith('['));
    expect(typed.sort()).toEqual(parts.sort());
  });

  it('selects columns', async () => {
    const named = namedColumns('age,updatedAt,durationMs', fields.flatMap(columnsOf), []).columns;
    const answered = {
      ...response('sub_1', { age: 3 }),
      updatedAt: '2026-02-01T12:00:00.000Z',
      meta: { durationMs: 7 },
    };
    const rows = values((await sheets([answered], { columns: named })).get('Responses'));
    expect(rows).toEqual([
      ['age', 'updatedAt', 'durationMs'],
      [3, 25_569 + Date.parse('2026-02-01T12:00Z') / 86_400_000, 7],
    ]);
  });
});

describe('the stream of a workbook', () => {
  it('reads no more than is asked for, and ends the reading with the stream', async () => {
    let read = 0;
    const ended = Promise.withResolvers<void>();
    async function* responses() {
      try {
        for (; read < 200_000; read++) yield response(`sub_${read}`, { name: `Ada ${read}` });
      } finally {
        ended.resolve();
      }
    }
    const stream = xlsxOf(responses(), { columns, fields, headers: 'id' });
    for await (const _ of stream) break;
    expect(read).toBeLessThan(20_000);
    await ended.promise;
  });

  it('breaks off where the reading fails', async () => {
    async function* responses() {
      yield response('sub_1');
      throw new Error('The table is away');
    }
    await expect(buffer(xlsxOf(responses(), { columns, fields, headers: 'id' }))).rejects.toThrow('The table is away');
  });
});

it('is made of an archive of any files', async () => {
  const content = { 'a.txt': 'x'.repeat(100_000), 'ä/b.txt': '', 'c.txt': 'Zoë 🎉' };
  const entries = Object.entries(content).map(([path, text]) => ({ path, content: [text.slice(0, 3), text.slice(3)] }));
  expect(Object.fromEntries(unzipped(await buffer(Readable.from(zipOf(entries)))))).toEqual(content);
});
