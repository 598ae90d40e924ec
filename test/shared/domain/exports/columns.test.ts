import { describe, expect, it } from '@jest/globals';
import { type ExportedResponse, namedColumns, usualColumns } from '../../../../shared/domain/exports/columns.ts';
import { csvHeader, csvRows } from '../../../../shared/domain/exports/csv.ts';

const fields = [
  { id: 'email', label: 'E-mail' },
  { id: 'status' },
  { id: 'origin' },
  { id: 'service', row: 'speed' },
  { id: 'service', row: 'price' },
];
const columnsOf = (asked: string) => namedColumns(asked, fields, [{ id: 'old' }]);
const namesOf = (asked: string) => columnsOf(asked).columns.map(({ name }) => name);
const rulesOf = (asked: string) => columnsOf(asked).faults.map(({ rule, message }) => `${rule}: ${message}`);

const response: ExportedResponse = {
  ...{ id: 'sub_1', formId: 'form_1', formVersion: 3, environment: 'production', status: 'completed' },
  ...{ submittedAt: '2026-01-31T09:30:00.000Z', updatedAt: '2026-02-01T09:30:00.000Z' },
  answers: { email: 'a@example.com', status: 'VIP', service: { speed: 'good' }, old: 'x' },
  notes: [
    { id: 'n1', body: 'call back', authorId: 'usr_1', createdAt: '2026-02-01T09:30:00.000Z' },
    { id: 'n2', body: 'done', authorId: 'usr_1', createdAt: '2026-02-01T09:31:00.000Z' },
  ],
  meta: { source: 'browser', durationMs: 1200 },
};
const options = { headers: 'id', bom: false, guard: true } as const;

describe('columns by name', () => {
  it('are those of the record, its meta and its answers, in the order that was asked for', () => {
    expect(namesOf('email, updatedAt,durationMs,old')).toEqual(['email', 'updatedAt', 'durationMs', 'old']);
    expect(namesOf('service')).toEqual(['service.speed', 'service.price']);
    expect(namesOf('answers.email,service.price')).toEqual(['email', 'service.price']);
  });

  it('tell a field from the property that it is called as', () => {
    expect(namesOf('status,answers.status,origin,answers.origin')).toEqual([
      ...['status', 'answers.status', 'origin', 'answers.origin'],
    ]);
    const { columns } = columnsOf('status,answers.status');
    expect(csvHeader(columns, options) + csvRows([response], columns, options)).toBe(
      'status,answers.status\r\ncompleted,VIP\r\n',
    );
  });

  it('tell a row of a matrix that is called answers from the field of its name', () => {
    const matrix = [{ id: 'answers', row: 'email' }, { id: 'answers' }];
    expect(
      usualColumns(matrix, [])
        .map(({ name }) => name)
        .slice(4),
    ).toEqual(['answers.answers.email', 'answers']);
  });

  it('are empty where a response has none of it', () => {
    const bare: ExportedResponse = { ...response, meta: undefined };
    expect(csvRows([bare], columnsOf('source,answers.status').columns, options)).toBe(',VIP\r\n');
  });

  it('have what stands for files that are withheld, or have no link', () => {
    const files = { cv: [{ url: null, withheld: 'infected' }, { url: null }, { url: 'https://files.example/cv' }] };
    const { columns } = namedColumns('cv', [{ id: 'cv' }], []);
    expect(csvRows([{ ...response, files }], columns, options)).toBe('"infected; ; https://files.example/cv"\r\n');
  });

  it('are all of them by one word', () => {
    expect(namesOf('all')).toEqual([
      ...['id', 'formId', 'formVersion', 'environment', 'status', 'startedAt', 'submittedAt', 'updatedAt'],
      ...['handling', 'assigneeId'],
      ...['source', 'origin', 'userAgent', 'language', 'durationMs', 'consents', 'notes', 'spam'],
      ...['email', 'answers.status', 'answers.origin', 'service.speed', 'service.price', 'old'],
    ]);
  });

  it('are separated as asked, with notes as their texts', () => {
    const { columns } = columnsOf('notes,formVersion,service.speed');
    expect(csvRows([response], columns, { ...options, delimiter: ';' })).toBe('"call back; done";3;good\r\n');
    expect(csvRows([response], columns, { ...options, delimiter: 'tab' })).toBe('"call back; done"\t3\tgood\r\n');
  });

  it('are refused where there is no such one, or one twice', () => {
    expect(rulesOf('emial')).toEqual(['unknown: "emial" is not a column; did you mean "email"?']);
    expect(columnsOf('email,email').faults).toEqual([expect.objectContaining({ field: 'columns', rule: 'unique' })]);
    expect(rulesOf('al')).toEqual(['unknown: "al" is not a column; did you mean "all"?']);
    const hint = 'name a property of a response or of its meta, the id of a field, or all';
    expect(rulesOf('')).toEqual([`unknown: "" is not a column; ${hint}`]);
    expect(rulesOf('x'.repeat(65))).toEqual([`unknown: "${'x'.repeat(64)}" is not a column; ${hint}`]);
    expect(rulesOf('answers.id')).toEqual([expect.stringContaining('unknown')]);
    expect(rulesOf('email,answers.email')).toEqual(['unique: must name each column only once']);
    expect(rulesOf('all,id')).toEqual(['unique: must name each column only once']);
  });
});
