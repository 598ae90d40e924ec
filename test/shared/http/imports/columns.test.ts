import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { type Naming, usesOfColumns } from '../../../../shared/http/imports/columns.ts';

const fields = [
  { id: 'email', type: 'email', label: 'E-mail' },
  { id: 'first', type: 'text', label: 'Name' },
  { id: 'last', type: 'text', label: 'Name' },
  { id: 'status', type: 'text', label: 'Mood' },
  { id: 'ref', type: 'text' },
  { id: 'Ref', type: 'text' },
  { id: 'service', type: 'matrix', label: 'Service', rows: ['speed'], columns: ['good', 'bad'] },
];
const formOf = (settings: object) => ({ id: 'form_1', fields, ...settings }) as unknown as Form;

const uses = (header: readonly string[], naming?: Naming, settings: object = {}) =>
  usesOfColumns(formOf(settings), header, { naming, guard: true });

/** What one column is, beside another that is an answer: the id of its field and row, an own name, an extra one, or its use. */
function useOf(name: string, naming?: Naming, settings?: object) {
  const found = uses(['first', name], naming, settings);
  if ('faults' in found) return found.faults;
  const [, use] = found.uses;
  if (use?.use === 'answer') return `answer ${use.column.id} ${use.column.row ?? ''}`.trim();
  return use && 'name' in use ? `${use.use} ${use.name}` : use?.use;
}

const answer = { use: 'answer', field: fields[1], column: { id: 'first', label: 'Name', row: undefined } };

describe('a column of a file', () => {
  it.each([
    ['id', 'own id'],
    ['formId', 'own formId'],
    ['status', 'own status'],
    ['submittedAt', 'own submittedAt'],
    ['SUBMITTEDAT ', 'own submittedAt'],
    ['email', 'answer email'],
    ['answers.email', 'answer email'],
    [' Answers.Email', 'answer email'],
    ['E-mail', 'answer email'],
    ['e-MAIL ', 'answer email'],
    ['E-mail (email)', 'answer email'],
    ['answers.status', 'answer status'],
    ['Mood', 'answer status'],
    ['service.speed', 'answer service speed'],
    ['Service: speed', 'answer service speed'],
    ['Name (last)', 'answer last'],
    ['Name', 'unknown'],
    ['name', 'unknown'],
    ['Ref', 'answer Ref'],
    ['REF', 'unknown'],
    ['', 'nothing'],
    ['  ', 'nothing'],
    ['updatedAt', 'unknown'],
    ['constructor', 'unknown'],
  ])('called %j is: %s', (name, use) => {
    expect(useOf(name)).toBe(use);
  });

  it('loses the apostrophe that guards its name, where names are guarded', () => {
    const form = formOf({ fields: [{ id: 'sum', type: 'text', label: '=A1' }] });
    expect(usesOfColumns(form, ["'=A1"], { guard: true })).toMatchObject({ uses: [{ use: 'answer' }] });
    expect(usesOfColumns(form, ['=A1'], { guard: false })).toMatchObject({ uses: [{ use: 'answer' }] });
    expect(usesOfColumns(form, ["'=A1"], { guard: false })).toMatchObject({ faults: [{ rule: 'columns' }] });
  });

  it('is what the request says of it', () => {
    expect(useOf('When', { When: 'submittedAt' })).toBe('own submittedAt');
    expect(useOf('Who', { Who: 'email' })).toBe('answer email');
    expect(useOf('How', { How: 'service.speed' })).toBe('answer service speed');
    expect(useOf('email', { email: null })).toBe('nothing');
    expect(useOf('email', { email: 'last' })).toBe('answer last');
  });

  it('is kept by a form that keeps what it has no field for, under a name that is not of ours', () => {
    const keeping = { extraFields: 'keep' };
    expect(useOf('Colour', {}, keeping)).toBe('extra Colour');
    expect(useOf('Colour', {}, { extraFields: 'drop' })).toBe('unknown');
    expect(useOf('origin', {}, keeping)).toBe('unknown');
  });

  it('answers the field that it names', () => {
    expect(uses(['first'])).toMatchObject({ uses: [{ use: 'answer', field: answer.field, column: { id: 'first' } }] });
  });
});

describe('the columns of a file', () => {
  it('may be called by the request only as they are, and only what they can be', () => {
    const columns = ['id', 'formId', 'status', 'submittedAt', 'startedAt'].join(', ');
    expect(uses(['first'], { Who: 'email', first: 'nobody' })).toEqual({
      faults: [
        { field: 'columns.Who', rule: 'unknown', message: 'is not a column in the file' },
        {
          field: 'columns.first',
          rule: 'unknown',
          message: `must be ${columns}, the id of a field (of a row of a matrix "field.row"), or null`,
        },
      ],
    });
  });

  it('are answers at least in one', () => {
    const message = 'No column has the id or label of a field; name them in `columns`';
    expect(uses(['id', 'Other'])).toEqual({ faults: [{ field: 'csv', rule: 'columns', message }] });
  });

  it.each([
    ['email', ['email', 'E-mail'], {}],
    ['service.speed', ['service.speed', 'first', 'Service: speed'], {}],
    ['status', ['first', 'status', 'Status'], {}],
    ['email', ['E-MAIL', 'email'], {}],
    ['Colour', ['first', 'Colour', 'Colour'], { extraFields: 'keep' }],
  ])('are not twice the same: %s', (key, header, settings) => {
    const [one, other] = header.filter(name => name !== 'first');
    const message = `has two columns for ${key}, "${one}" and "${other}"; rename one, or leave it out with \`columns\``;
    expect(uses(header, {}, settings)).toEqual({ faults: [{ field: 'csv', rule: 'columns', message }] });
  });

  it('are told from the first that is the same', () => {
    const found = uses(['email', 'E-mail', 'e-mail']);
    const others = ['E-mail', 'e-mail'].map(name => ({ message: expect.stringContaining(`"email" and "${name}"`) }));
    expect(found).toMatchObject({ faults: others });
  });

  it('may be several of which none is read', () => {
    expect(uses(['first', '', '', 'Other', 'Other'])).toMatchObject({ uses: { length: 5 } });
  });
});
