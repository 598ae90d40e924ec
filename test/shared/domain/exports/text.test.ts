import { describe, expect, it } from '@jest/globals';
import { type ExportedResponse, namedColumns } from '../../../../shared/domain/exports/columns.ts';
import { parquetColumns } from '../../../../shared/domain/exports/parquet-columns.ts';
import { type TextOptions, textOf } from '../../../../shared/domain/exports/text.ts';

const fields = [
  { id: 'name', type: 'text' },
  { id: 'seats', type: 'number' },
  { id: 'stars', type: 'rating' },
  { id: 'likely', type: 'scale' },
  { id: 'news', type: 'checkbox' },
  { id: 'terms', type: 'consent' },
  { id: 'updatedAt', type: 'number' },
  { id: 'days', type: 'multiselect' },
] as const;

const response = (id: string, changes: Partial<ExportedResponse> = {}): ExportedResponse => ({
  ...{ id, formId: 'form_1', status: 'completed', submittedAt: '2026-01-31T23:30:00.000Z', answers: {} },
  ...changes,
});
const columnsOf = (asked: string) => namedColumns(asked, fields, []).columns;

describe('the text of an export', () => {
  const usual: TextOptions = {
    format: 'csv',
    columns: columnsOf('id,submittedAt,name'),
    headers: 'id',
    bom: false,
    guard: true,
  };
  async function written(responses: readonly ExportedResponse[], options: Partial<TextOptions> = {}): Promise<string> {
    let text = '';
    for await (const piece of textOf(responses, { ...usual, ...options })) text += piece;
    return text;
  }

  it('is a header and a line for each response, though there are many', async () => {
    const lines = (await written(Array.from({ length: 600 }, (_, n) => response(`sub_${n}`)))).split('\r\n');
    expect(lines).toHaveLength(602);
    expect(lines.slice(0, 2)).toEqual(['id,submittedAt,name', 'sub_0,2026-01-31T23:30:00.000Z,']);
    expect(lines.slice(-2)).toEqual(['sub_599,2026-01-31T23:30:00.000Z,', '']);
    expect(await written([])).toBe('id,submittedAt,name\r\n');
  });

  it('has no columns where none are named, and JSON lines then the whole responses', async () => {
    expect(await written([], { columns: undefined })).toBe('\r\n');
    expect(await written([response('sub_1')], { columns: undefined })).toBe('\r\n\r\n');
    const responses = [response('sub_1'), response('sub_2', { answers: { name: 'Ada' } })];
    const text = await written(responses, { format: 'jsonl', columns: undefined });
    expect(text).toBe(responses.map(each => `${JSON.stringify(each)}\n`).join(''));
  });

  it('is a flat object in each JSON line where columns are named, with null for what is not there', async () => {
    const responses = [response('sub_1', { answers: { name: '' } }), response('sub_2')];
    const options = { format: 'jsonl', columns: columnsOf('id,name,durationMs') } as const;
    expect(await written(responses, options)).toBe(
      '{"id":"sub_1","name":"","durationMs":null}\n{"id":"sub_2","name":null,"durationMs":null}\n',
    );
  });

  it('tells times by the clocks of a zone, and invents none', async () => {
    const changed = response('sub_2', { updatedAt: '2026-07-01T10:00:00.000Z' });
    const options = { columns: columnsOf('id,submittedAt,updatedAt'), timezone: 'Europe/Berlin' };
    expect(await written([response('sub_1'), changed], options)).toBe(
      'id,submittedAt,updatedAt\r\n' +
        'sub_1,2026-02-01T00:30:00.000+01:00,\r\n' +
        'sub_2,2026-02-01T00:30:00.000+01:00,2026-07-01T12:00:00.000+02:00\r\n',
    );
    const whole = await written([response('sub_1')], { format: 'jsonl', columns: undefined, timezone: 'Asia/Tokyo' });
    expect(JSON.parse(whole)).toEqual({ ...response('sub_1'), submittedAt: '2026-02-01T08:30:00.000+09:00' });
  });
});

describe('the columns of a Parquet file', () => {
  const columns = (asked: string, ...responses: ExportedResponse[]) =>
    parquetColumns(columnsOf(asked), responses, fields).map(({ type, data }) => [type, ...data]);
  const answers = (...all: ExportedResponse['answers'][]) => all.map(each => response('sub_1', { answers: each }));

  it.each([
    ['name', ['Ada', 'Bob'], 'STRING'],
    ['seats', [1, 0.5], 'DOUBLE'],
    ['stars', [4, 5], 'DOUBLE'],
    ['likely', [0, 10], 'DOUBLE'],
    ['news', [true, false], 'BOOLEAN'],
    ['terms', [true, false], 'BOOLEAN'],
    ['answers.updatedAt', [1, 2], 'DOUBLE'],
  ])('have the type of the field: %s', (asked, values, type) => {
    const id = asked.replace('answers.', '');
    expect(columns(asked, ...answers({}, ...values.map(value => ({ [id]: value }))))).toEqual([
      [type, null, ...values],
    ]);
  });

  it.each([
    ['seats', [1, 'two', true], ['1', 'two', 'true']],
    ['news', [true, 'yes'], ['true', 'yes']],
    ['days', [['Mon', 'Tue']], ['["Mon","Tue"]']],
  ])('are text where something else was answered too, and what has parts is JSON: %s', (id, values, data) => {
    expect(columns(id, ...answers({}, ...values.map(value => ({ [id]: value }))))).toEqual([['STRING', null, ...data]]);
  });

  it('have the times and numbers of a response as such', () => {
    const changed = response('sub_2', {
      ...{ updatedAt: '2026-02-01T09:30:00.000Z', formVersion: 3 },
      meta: { source: 'browser', durationMs: 1200 },
    });
    expect(columns('id,submittedAt,updatedAt,formVersion,durationMs,source', response('sub_1'), changed)).toEqual([
      ['STRING', 'sub_1', 'sub_2'],
      ['TIMESTAMP', new Date('2026-01-31T23:30:00Z'), new Date('2026-01-31T23:30:00Z')],
      ['TIMESTAMP', null, new Date('2026-02-01T09:30:00Z')],
      ['DOUBLE', null, 3],
      ['DOUBLE', null, 1200],
      ['STRING', null, 'browser'],
    ]);
    expect(parquetColumns(columnsOf('name'), [], fields)).toEqual([{ name: 'name', type: 'STRING', data: [] }]);
  });
});
