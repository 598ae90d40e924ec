import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { usualColumns } from '../../../../shared/domain/exports/columns.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';
import { type ExportOptions, exportOf } from '../../../../shared/http/exports/export.ts';
import { sheetsOf } from '../../../support/workbook.ts';

const response = (index: number): Response => ({
  ...{ id: `sub_${index}`, formId: 'form_1', formVersion: 1, environment: 'production', status: 'completed' },
  ...{ answers: { name: `Ada ${index}` }, notes: [], meta: { source: 'browser' } },
  ...{ startedAt: '2026-01-31T09:29:00.000Z', submittedAt: '2026-01-31T09:30:00.000Z' },
  updatedAt: '2026-01-31T09:30:00.000Z',
});

const exported = async (count: number, format: ExportOptions['format']) => {
  let read = 0;
  async function* responses() {
    for (; read < count; read++) yield response(read);
  }
  const columns = format === 'jsonl' ? undefined : usualColumns([{ id: 'name' }], [{ id: 'old' }]);
  const options = { format, name: 'Contact', headers: 'id', bom: false, guard: true, columns, fields: [] } as const;
  const { body, headers } = await exportOf(responses(), options);
  return { stream: body as Readable, headers, read: () => read };
};

it('is a CSV file with a line for its columns and one for each response', async () => {
  const { stream, headers } = await exported(2, 'csv');
  expect(headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="Contact.csv"',
  });
  const rows = [0, 1].map(index => `sub_${index},form_1,completed,2026-01-31T09:30:00.000Z,Ada ${index},\r\n`);
  expect(await text(stream)).toBe(`id,formId,status,submittedAt,name,old\r\n${rows.join('')}`);
});

it('is a file of JSON lines, a response each', async () => {
  const { stream, headers } = await exported(2, 'jsonl');
  expect(headers).toEqual({
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': 'attachment; filename="Contact.jsonl"',
  });
  expect(await text(stream)).toBe([0, 1].map(index => `${JSON.stringify(response(index))}\n`).join(''));
});

it('is an Excel workbook', async () => {
  const { stream, headers } = await exported(2, 'xlsx');
  expect(headers).toEqual({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="Contact.xlsx"',
  });
  const rows = sheetsOf(await buffer(stream)).get('Responses');
  expect(rows?.map(row => row[4]?.value)).toEqual(['name', 'Ada 0', 'Ada 1']);
});

it.each([0, 249, 250, 251, 500, 501])('has all of %d responses', async count => {
  const lines = (await text((await exported(count, 'jsonl')).stream)).split('\n').slice(0, -1);
  expect(lines.map(line => JSON.parse(line).id)).toEqual(Array.from({ length: count }, (_, index) => `sub_${index}`));
});

it('reads no more than is asked for: a long one does not lie in memory', async () => {
  const { stream, read } = await exported(100_000, 'jsonl');
  for await (const _ of stream) break;
  expect(read()).toBeLessThan(5000);
});

it('links to the rest of it', async () => {
  async function* none() {}
  const options = { format: 'csv', name: 'Contact', headers: 'id', bom: false, guard: true, fields: [] } as const;
  const columns = usualColumns([{ id: 'name' }], []);
  const { headers } = await exportOf(none(), { ...options, columns, next: 'https://a.example/responses?cursor=c' });
  expect(headers.link).toBe('<https://a.example/responses?cursor=c>; rel="next"');
  expect((await exportOf(none(), { ...options, columns })).headers).not.toHaveProperty('link');
});
