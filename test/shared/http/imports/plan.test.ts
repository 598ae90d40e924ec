import { describe, expect, it } from '@jest/globals';
import { type PlannedRow, planRows } from '../../../../shared/http/imports/plan.ts';
import { refusedRows, warningsOf } from '../../../../shared/http/imports/report.ts';
import type { LeftOut, ReadRow } from '../../../../shared/http/imports/rows.ts';
import { importedResponseId, responseId } from '../../../../shared/ids.ts';
import type { StoredForm } from '../../../../shared/store/forms/forms.ts';

const formId = `form_${'0'.repeat(26)}`;
const other = `form_${'1'.repeat(26)}`;
const submittedAt = Date.parse('2026-01-31T09:30:00Z');
const stored = { form: { id: formId }, shards: 2 } as unknown as StoredForm;
const idIn = (shard: string) => responseId(formId, `01KG9V1FG0${'0'.repeat(15)}${shard}`);

const rowOf = (own: ReadRow['own'], { cells = ['Ada'], ...more }: Partial<ReadRow> = {}): ReadRow =>
  ({
    line: 2,
    cells,
    own,
    status: 'completed',
    submittedAt,
    answers: {},
    leftOut: new Map(),
    faults: [],
    ...more,
  }) as ReadRow;

const plan = (rows: readonly ReadRow[], firstLine = 1, form = stored) => planRows(form, rows, firstLine);
const idsOf = (...asked: Parameters<typeof plan>) => plan(...asked).map(({ id }) => id);
const rulesOf = (...asked: Parameters<typeof plan>) =>
  plan(...asked).map(({ faults }) => faults.map(({ rule }) => rule));

describe('a row that is imported', () => {
  it('has the id that it says, if that is of the form', () => {
    expect(idsOf([rowOf({ id: idIn('1') })])).toEqual([idIn('1')]);
    const [made] = idsOf([rowOf({ id: 'order 7' })]);
    expect(made).toBe(importedResponseId(formId, submittedAt, '0 id order 7'));
  });

  it('is given the same one again, by its cells and where its part of the file begins', () => {
    const [first, second] = idsOf([rowOf({}), rowOf({})]);
    expect(first).not.toBe(second);
    expect(idsOf([rowOf({}), rowOf({})])).toEqual([first, second]);
    expect(idsOf([rowOf({}, { cells: ['Bob'] }), rowOf({})])[1]).toBe(first);
    expect(idsOf([rowOf({})], 1001)).not.toEqual([first]);
    expect(idsOf([rowOf({ id: 'order 7' })], 1001)).toEqual(idsOf([rowOf({ id: 'order 7' })]));
  });

  it('keeps what was wrong with it', () => {
    const wrong = { field: 'name', rule: 'required', message: 'is missing' };
    expect(plan([rowOf({}, { faults: [wrong] })])).toMatchObject([{ line: 2, cells: ['Ada'], faults: [wrong] }]);
  });

  it('has an id that no other has', () => {
    const message = 'Another row has the same id';
    expect(plan([rowOf({ id: idIn('0') }), rowOf({ id: idIn('0') }), rowOf({ id: idIn('1') })])).toMatchObject([
      { faults: [] },
      { faults: [{ field: 'id', rule: 'unique', message }] },
      { faults: [] },
    ]);
    expect(rulesOf([rowOf({}), rowOf({})])).toEqual([[], []]);
  });

  it('has an id under which it is found', () => {
    const message = 'The form never had a response with this id; leave it out to get a new one';
    expect(plan([rowOf({ id: idIn('2') })])).toMatchObject([{ faults: [{ field: 'id', rule: 'id', message }] }]);
  });

  it('is of the form, where the file has those of several', () => {
    const message = 'The file has responses of several forms, and this one belongs to another form';
    const fault = { field: 'formId', rule: 'form', message };
    const rows = [rowOf({ formId }), rowOf({ formId: other }), rowOf({}, { cells: ['Bob'] })];
    expect(plan(rows).map(({ faults }) => faults)).toEqual([[], [fault], [fault]]);
    expect(rulesOf([rowOf({ formId: other }), rowOf({})])).toEqual([[], []]);
  });

  it('is not older than what the form keeps', () => {
    const keeping = { ...stored, form: { id: formId, retention: { days: 1 } } } as unknown as StoredForm;
    const message = 'The form does not keep responses that long; change its `retention` first';
    const fault = { field: 'submittedAt', rule: 'retention', message };
    expect(plan([rowOf({}), rowOf({}, { submittedAt: Date.now() })], 1, keeping)).toMatchObject([
      { faults: [fault] },
      { faults: [] },
    ]);
  });
});

describe('a report', () => {
  const leaving = (...leftOut: [number, LeftOut][]): PlannedRow => ({
    ...rowOf({}, { leftOut: new Map(leftOut) }),
    id: '',
  });

  it('counts for each column and reason the rows of which something is left out', () => {
    const rows = [
      leaving([0, 'concealed'], [1, 'unknown']),
      leaving([0, 'concealed']),
      leaving([0, 'file'], [2, 'calculated']),
    ];
    const lines = warningsOf(['Secret', 'Colour'], rows);
    expect(lines.map(({ column, rule, rows: count }) => [column, rule, count])).toEqual([
      ['Secret', 'concealed', 2],
      ['Colour', 'unknown', 1],
      ['Secret', 'file', 1],
      ['', 'calculated', 1],
    ]);
    expect(lines.map(({ message }) => message)).toEqual([
      'What is concealed in the file is not known; left out',
      'The form has no field of this id or label, or several; left out',
      'Files do not come with a table; left out',
      'Recalculated, with a different result from the file',
    ]);
  });

  it('names ten faults of a row that is refused, and how many more there are', () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ field: `f${index}`, rule: 'required', message: 'is missing' }));
    const rowWith = (count: number): PlannedRow => ({ ...rowOf({}, { faults: wrong(count) }), id: '' });
    expect(refusedRows([rowWith(0), rowWith(10), rowWith(12)])).toEqual([
      { line: 2, details: wrong(10) },
      { line: 2, details: [...wrong(10), { field: '', rule: 'more', message: '2 more are wrong with this row' }] },
    ]);
  });
});
