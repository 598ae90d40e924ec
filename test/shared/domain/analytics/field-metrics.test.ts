import { describe, expect, it } from '@jest/globals';
import {
  countsOfFields,
  fieldDropOffs,
  fieldMetric,
  reportedField,
  reportedFields,
} from '../../../../shared/domain/analytics/field-metrics.ts';

const fields = [
  { id: 'name', type: 'text' as const, label: 'Your name' },
  { id: 'email', type: 'email' as const },
  { id: 'note', type: 'textarea' as const, label: ' ' },
];
const retired = [{ id: 'age', label: 'Age' }, { id: 'city' }];

const countsOf = (sums: Record<string, number>) => countsOfFields(new Map(Object.entries(sums)));

it('reports what people answer, and a matrix that is gone once', () => {
  const all = [...fields, { id: 'ref', type: 'hidden' as const }, { id: 'p', type: 'page' as const }];
  const more = [...all, { id: 'sum', type: 'calculated' as const }, { id: 'stars', type: 'rating' as const }];
  const rows = ['a', 'b'].map(row => ({ id: 'grid', label: 'Grid', row }));
  const reported = reportedFields(more, [...rows, { id: 'name', row: 'x' }], countsOf({ 'n:grid': 1, 'n:name': 1 }));
  expect(reported.map(({ id, position }) => [id, position])).toEqual([
    ...[
      ['name', 1],
      ['email', 2],
      ['note', 3],
      ['stars', 7],
      ['grid', null],
    ],
  ]);
});

describe('what a report says of a field', () => {
  const counts = countsOf({
    ...{ v: 99, c: 7, 'F:live': 3, 'f:name': 10, 'n:name': 2, 'g:name': 5, 'd:name': 1 },
    ...{ 'e:name:constructor': 2, 'e:name:required': 5, 'e:name:pattern': 0, 'd:email': 4 },
  });
  const [name, email] = reportedFields(fields, retired, counts);
  if (!name || !email) throw new Error('Fields are missing');

  it('is the sum of days and quarter hours: reached by focus or by answer, answered once reached', () => {
    expect(fieldMetric(name, counts)).toMatchObject({
      fieldId: 'name',
      label: 'Your name',
      type: 'text',
      reached: 12,
      answered: 7,
      completionRate: 58.33,
      errorRate: 58.33,
    });
    expect(fieldDropOffs(name, counts)).toEqual({
      fieldId: 'name',
      label: 'Your name',
      position: 1,
      reached: 12,
      dropOffs: 1,
      dropOffRate: 8.33,
    });
  });

  it('has its validation errors by rule, the most frequent first, and no rule that never failed', () => {
    const { validationErrors } = fieldMetric(name, counts);
    expect(JSON.stringify(validationErrors)).toBe('{"total":7,"byRule":{"required":5,"constructor":2}}');
    expect(Object.getPrototypeOf(validationErrors.byRule)).toBeNull();
  });

  it('is nothing but zeros where nothing was counted, and stays within 100 percent', () => {
    const [, , note] = reportedFields(fields, retired, counts);
    expect(note && fieldMetric(note, counts)).toEqual({
      fieldId: 'note',
      label: 'note',
      type: 'textarea',
      reached: 0,
      answered: 0,
      completionRate: 0,
      validationErrors: { total: 0, byRule: {} },
      errorRate: 0,
    });
    expect(fieldDropOffs(email, counts)).toMatchObject({ label: 'email', reached: 0, dropOffs: 4, dropOffRate: 0 });
    const failing = countsOf({ 'f:email': 2, 'e:email:email': 9 });
    expect(fieldMetric(email, failing).errorRate).toBe(100);
  });
});

describe('the fields of a report', () => {
  const ids = (sums: Record<string, number>) => reportedFields(fields, retired, countsOf(sums)).map(({ id }) => id);

  it('are those of the form in its order, then those it no longer has and that were counted', () => {
    expect(ids({})).toEqual(['name', 'email', 'note']);
    expect(ids({ 'f:city': 1, 'f:stray': 1, 'd:age': 0 })).toEqual(['name', 'email', 'note', 'city']);
    expect(ids({ 'd:city': 1, 'e:age:min': 1 })).toEqual(['name', 'email', 'note', 'age', 'city']);
  });

  it('can be one alone, of the form now or once, and no other', () => {
    expect(reportedField(fields, retired, 'email')).toEqual({
      id: 'email',
      label: 'email',
      type: 'email',
      position: 2,
    });
    expect(reportedField(fields, retired, 'age')).toEqual({ id: 'age', label: 'Age', type: null, position: null });
    for (const id of ['stray', 'constructor', '']) expect(reportedField(fields, retired, id)).toBeUndefined();
  });
});
