import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { usesOfColumns } from '../../../../shared/http/imports/columns.ts';
import { type RowOptions, readRow } from '../../../../shared/http/imports/rows.ts';
import { importedResponseId } from '../../../../shared/ids.ts';

const formId = `form_${'0'.repeat(26)}`;
const time = Date.parse('2026-01-31T09:30:00.250Z');
const id = importedResponseId(formId, time, 'one');
const ofOther = importedResponseId(`form_${'1'.repeat(26)}`, time, 'one');
const submittedAt = '2026-01-31T09:30:00Z';

const formOf = (field: object, settings: object = {}) =>
  ({ id: formId, fields: [{ id: 'name', type: 'text' }, field], ...settings }) as unknown as Form;
const short = { id: 'code', type: 'text', required: true, validate: { maxLength: 3 } };

/** A row by the names of its columns, read for a form with a second field. */
function read(
  cells: Record<string, string>,
  {
    field = {},
    settings = {},
    more = [],
    ...options
  }: { field?: object; settings?: object; more?: readonly string[] } & Partial<RowOptions> = {},
) {
  const form = formOf({ id: 'mood', type: 'text', ...field }, settings);
  const found = usesOfColumns(form, Object.keys(cells), { guard: true });
  if ('faults' in found) throw new Error(JSON.stringify(found.faults));
  const asked: RowOptions = { uses: found.uses, guard: true, rules: 'all', submittedAt, ...options };
  return readRow(form, { line: 2, cells: [...Object.values(cells), ...more] }, asked);
}

const faultsOf = (...asked: Parameters<typeof read>) => read(...asked).faults;
const leftOutOf = (...asked: Parameters<typeof read>) => [...read(...asked).leftOut];

describe('a row', () => {
  it('is a response, with what it says of itself', () => {
    expect(read({ id: ` ${id} `, status: ' Partial', submittedAt, name: 'Ada', mood: '' })).toEqual({
      ...{ line: 2, cells: [` ${id} `, ' Partial', submittedAt, 'Ada', ''] },
      own: { id, status: 'partial', submittedAt },
      ...{ status: 'partial', submittedAt: time, answers: { name: 'Ada' }, leftOut: new Map(), faults: [] },
    });
  });

  it('is completed unless it says otherwise, and then has to be one of three', () => {
    expect(read({ name: 'Ada' }).status).toBe('completed');
    expect(['completed', 'partial', 'ABANDONED'].flatMap(status => faultsOf({ name: 'Ada', status }))).toEqual([]);
    expect(faultsOf({ name: 'Ada', status: 'done' })).toEqual([
      { field: 'status', rule: 'enum', message: 'must be one of: completed, partial, abandoned' },
    ]);
  });

  it('that is not completed need not have all answers', () => {
    const field = { id: 'mood', required: true };
    expect(faultsOf({ name: 'Ada' }, { field })).toMatchObject([{ field: 'mood', rule: 'required' }]);
    expect(faultsOf({ name: 'Ada', status: 'abandoned' }, { field })).toEqual([]);
  });

  it('says nothing of itself in an empty cell', () => {
    expect(read({ id: ' ', status: '', name: 'Ada' })).toMatchObject({ status: 'completed', faults: [] });
    expect(read({ id: ' ', status: '', name: 'Ada' }).own).toEqual({});
  });

  it('loses the apostrophes of an export that is guarded', () => {
    expect(read({ name: "'=1" }).answers).toEqual({ name: '=1' });
    expect(read({ name: "'=1" }, { guard: false }).answers).toEqual({ name: "'=1" });
  });

  it('may lack cells, and have more of them where they are empty', () => {
    const tooMany = { field: '', rule: 'columns', message: 'The row has more cells than the first line has names' };
    expect(faultsOf({ name: 'Ada' }, { more: ['', ''] })).toEqual([]);
    expect(faultsOf({ name: 'Ada' }, { more: ['', 'x'] })).toEqual([tooMany]);
    const { uses } = usesOfColumns(formOf(short), ['name', 'id'], { guard: false }) as Pick<RowOptions, 'uses'>;
    for (const guard of [true, false]) {
      const row = readRow(formOf(short), { line: 2, cells: ['Ada'] }, { uses, guard, rules: 'types', submittedAt });
      expect(row).toMatchObject({ answers: { name: 'Ada' }, faults: [] });
      expect(row.own).toEqual({});
    }
  });

  it('brings what the form has no field for, where it has a text', () => {
    const settings = { extraFields: 'keep' };
    expect(read({ name: 'Ada', Colour: 'red' }, { settings }).answers).toEqual({ name: 'Ada', Colour: 'red' });
    expect(read({ name: 'Ada', Colour: '' }, { settings }).answers).toEqual({ name: 'Ada' });
  });

  it('answers the rows of a matrix one by one', () => {
    const field = { type: 'matrix', rows: ['speed', { value: 'price', label: 'Price' }], columns: ['good', 'bad'] };
    expect(read({ name: 'Ada', 'mood.speed': 'good', 'mood.price': 'bad' }, { field }).answers).toEqual({
      ...{ name: 'Ada', mood: { speed: 'good', price: 'bad' } },
    });
  });
});

describe('the time of a row', () => {
  const fault = (rule: string, message: string) => [{ field: 'submittedAt', rule, message }];

  it('is in its id, where that is of the form; else in its cell, or in the request', () => {
    expect(read({ name: 'Ada', id }, { submittedAt: '2020-01-01' }).submittedAt).toBe(time);
    expect(read({ name: 'Ada', id: ofOther }).submittedAt).toBe(Date.parse(submittedAt));
    expect(read({ name: 'Ada', id: ofOther, submittedAt: '2020-01-01' }).submittedAt).toBe(Date.parse('2020-01-01'));
    expect(read({ name: 'Ada' }).submittedAt).toBe(Date.parse(submittedAt));
  });

  it('has to be there', () => {
    const message =
      'The row has no time of submission; name its column in `columns`, or send a `submittedAt` for such rows';
    const row = read({ name: 'Ada' }, { submittedAt: undefined });
    expect(row).toMatchObject({ submittedAt: 0, faults: fault('required', message) });
  });

  it('has to be one, and not to come', () => {
    const message =
      'must be a date and time in ISO 8601, 1970 or later: 2026-01-31T09:30:00Z; without an offset it is UTC';
    expect(faultsOf({ name: 'Ada', submittedAt: 'yesterday' })).toEqual(fault('format', message));
    const year = new Date().getUTCFullYear() + 1;
    expect(faultsOf({ name: 'Ada', submittedAt: `${year}-01-02` })).toEqual(fault('max', 'must not be in the future'));
  });

  it('may lack the milliseconds of that in its id, or lie behind it, as that of one that was completed later', () => {
    const at = (text: string) => read({ name: 'Ada', id, submittedAt: text });
    expect(at('2026-01-31T09:30:00Z')).toMatchObject({ submittedAt: time, faults: [] });
    const later = '2026-01-31T09:30:00.251Z';
    expect(at(later)).toMatchObject({ submittedAt: Date.parse(later), faults: [] });
    const message = 'is before the response with this id was first saved; correct it, or leave out the id';
    expect(at('2026-01-31T09:29:59Z').faults).toEqual(fault('id', message));
  });

  it('may be told with that of its start', () => {
    const startedAt = '2026-01-31T09:00:00.000Z';
    expect(read({ name: 'Ada', startedAt })).toMatchObject({ startedAt: Date.parse(startedAt), faults: [] });
    expect(read({ name: 'Ada', startedAt: 'early' }).faults).toMatchObject([{ field: 'startedAt', rule: 'format' }]);
  });
});

describe('what a row does not bring', () => {
  it('is what the form has no field for', () => {
    expect(leftOutOf({ name: 'Ada', Colour: 'red' })).toEqual([[1, 'unknown']]);
    expect(leftOutOf({ name: 'Ada', Colour: '' })).toEqual([]);
  });

  it('is a file, which is not asked for then', () => {
    const field = { type: 'file', required: true };
    const row = read({ name: 'Ada', mood: 'https://example.com/a.pdf' }, { field });
    expect(row).toMatchObject({ answers: { name: 'Ada' }, faults: [], leftOut: new Map([[1, 'file']]) });
    expect(faultsOf({ name: 'Ada' }, { field })).toEqual([]);
  });

  it('is what was concealed, which is not asked for then', () => {
    const field = { required: true };
    const settings = { fieldPolicies: { mood: 'hidden' } };
    const masked = read({ name: 'Ada', mood: '••••1234' }, { field });
    expect(masked).toMatchObject({ answers: { name: 'Ada' }, faults: [], leftOut: new Map([[1, 'concealed']]) });
    expect(leftOutOf({ name: 'Ada', mood: '(unavailable)' }, { field, settings })).toEqual([[1, 'concealed']]);
    expect(read({ name: 'Ada', mood: '(unavailable)' }).answers).toEqual({ name: 'Ada', mood: '(unavailable)' });
    expect(leftOutOf({ name: 'Ada', mood: 'shown: ••••' })).toEqual([]);
  });

  it('is calculated otherwise', () => {
    const field = { type: 'calculated', compute: { op: '+', args: [1, 2] } };
    expect(leftOutOf({ name: 'Ada', mood: '4' }, { field })).toEqual([[1, 'calculated']]);
    expect(leftOutOf({ name: 'Ada', mood: '3' }, { field })).toEqual([]);
    const hidden = { ...field, visibleIf: { field: 'name', op: 'eq', value: 'Bob' } };
    expect(leftOutOf({ name: 'Ada', mood: '3' }, { field: hidden })).toEqual([[1, 'calculated']]);
    expect(leftOutOf({ name: 'Ada', mood: '' }, { field: hidden })).toEqual([]);
  });
});

describe('by types alone', () => {
  const byTypes = (cells: Record<string, string>, field: object) =>
    read({ name: 'Ada', ...cells }, { field, rules: 'types' });

  it('a row need not keep the rules of its fields', () => {
    expect(faultsOf({ name: 'Ada', mood: 'long' }, { field: { ...short, id: 'mood' } })).toMatchObject([
      { field: 'mood', rule: 'maxLength' },
    ]);
    expect(byTypes({ mood: 'long' }, { ...short, id: 'mood' })).toMatchObject({
      answers: { mood: 'long' },
      faults: [],
    });
    expect(byTypes({}, { required: true }).faults).toEqual([]);
    expect(byTypes({}, { requiredIf: { field: 'name', op: 'eq', value: 'Ada' } }).faults).toEqual([]);
    const hidden = { visibleIf: { field: 'name', op: 'eq', value: 'Bob' } };
    expect(byTypes({ mood: 'good' }, hidden).answers).toEqual({ name: 'Ada', mood: 'good' });
  });

  it('keeps those that say what an answer of its type is', () => {
    const field = { type: 'scale', validate: { min: 1, max: 5 } };
    expect(byTypes({ mood: '6' }, field).faults).toMatchObject([{ field: 'mood' }]);
    expect(byTypes({ mood: '6' }, { type: 'number', validate: { max: 5 } }).faults).toEqual([]);
    expect(byTypes({ mood: '6' }, { type: 'rating', validate: { max: 5 } }).faults).toMatchObject([{ field: 'mood' }]);
  });

  it('asks for numbers where they are asked for', () => {
    expect(byTypes({ mood: 'six' }, { type: 'number' }).faults).toMatchObject([{ field: 'mood' }]);
  });
});
