import { describe, expect, it } from '@jest/globals';
import type { Field, FieldType } from '../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../shared/domain/fields/field-types.ts';
import { faultsOfForm } from '../../../../shared/domain/forms/form-rules.ts';

const faultsOf = (field: object, uploadBytesMax = 1000) =>
  faultsOfForm({ status: 'live', fields: [{ id: 'a', ...field } as Field] }, { uploadBytesMax }).map(
    ({ field, rule }) => `${field.replace('fields[0].', '')} ${rule}`,
  );

/** What a field of each type cannot do without. */
const least: Record<FieldType, object> = {
  ...{ text: {}, email: {}, textarea: {}, number: {}, date: {}, time: {}, phone: {}, url: {}, file: {} },
  currency: { currency: 'EUR' },
  ...{ checkbox: {}, rating: {}, scale: {}, hidden: {}, page: {} },
  ...{ consent: { text: 'I agree' }, statement: { text: 'Hello' }, calculated: { compute: { op: '+', args: [1, 2] } } },
  ...{ select: { options: ['x'] }, radio: { options: ['x'] }, multiselect: { options: ['x'] } },
  ...{ ranking: { options: ['x'] }, matrix: { rows: ['r'], columns: ['c'] } },
};

/** A value of each property that suits some type. */
const properties = {
  ...{ required: true, placeholder: 'p', help: 'h', default: 'd', autocomplete: 'name', pii: true, other: true },
  identifies: true,
  ...{ options: ['x'], lowLabel: 'l', highLabel: 'h', text: 't', rows: ['r'], columns: ['c'], query: 'q' },
  currency: 'EUR',
};

describe.each(Object.entries(fieldTypes))('a field of type %s', (name, { properties: own, needs = [] }) => {
  const type = name as FieldType;

  it('needs no more than it must have', () => {
    expect(faultsOf({ type, ...least[type] })).toEqual([]);
    expect(faultsOf({ type, ...(type === 'calculated' && least[type]) })).toEqual(
      needs.map(need => `${need} required`),
    );
  });

  it('has the properties of its type, and no others', () => {
    const others = Object.entries(properties).filter(([property]) => !own.some(each => each === property));
    expect(others.flatMap(([property, value]) => faultsOf({ type, ...least[type], [property]: value }))).toEqual(
      others.map(([property]) => `${property} notAllowed`),
    );
    const having = Object.entries(properties).filter(([property]) => own.some(each => each === property));
    const ofWrongDefault = (fault: string) => fault !== 'default default';
    const faults = having.flatMap(([property, value]) => faultsOf({ type, ...least[type], [property]: value }));
    expect(faults.filter(ofWrongDefault)).toEqual([]);
  });
});

it('tells which types have a property, in words', () => {
  const fields: Field[] = [{ id: 'a', type: 'phone', options: ['x'] }];
  const [fault] = faultsOfForm({ status: 'live', fields });
  expect(fault?.message).toBe(
    'A field of type phone has no options; only fields of type select, radio, multiselect or ranking have it',
  );
});

describe('a rule of a field', () => {
  const options = ['x', { value: 'y', label: 'Why' }, 'z'];
  it.each<[object, string[]]>([
    [{ type: 'number', validate: { min: 2, max: 1 } }, ['validate.min range']],
    [{ type: 'number', validate: { min: 'today' } }, ['validate.min type']],
    [{ type: 'number', validate: { min: 0.2, max: 0.8, integer: true } }, ['validate.integer range']],
    [{ type: 'number', validate: { min: 0.2, max: 1, integer: true } }, []],
    [{ type: 'date', validate: { min: 'today', max: 'today-1' } }, ['validate.min range']],
    [{ type: 'date', validate: { min: 'today-1', max: 'today+30' } }, []],
    [{ type: 'date', validate: { min: '2026-02-30', max: 'tomorrow' } }, ['validate.min type', 'validate.max type']],
    [{ type: 'date', validate: { min: 5, max: 'today+123456' } }, ['validate.min type', 'validate.max type']],
    [{ type: 'time', validate: { min: '09:00', max: '24:00' } }, ['validate.max type']],
    [{ type: 'time', validate: { min: '17:00', max: '09:00' } }, ['validate.min range']],
    [{ type: 'rating', validate: { min: 1, max: 10 } }, ['validate.min notAllowed']],
    [{ type: 'rating', validate: { max: 11 } }, ['validate.max type']],
    [{ type: 'rating', validate: { max: 1 } }, ['validate.max type']],
    [{ type: 'scale', validate: { min: 2, max: 10 } }, ['validate.min type']],
    [{ type: 'scale', validate: { min: 1, max: 7 } }, []],
    [{ type: 'scale', validate: { max: 6.5 } }, ['validate.max type']],
    [{ type: 'multiselect', options, validate: { minSelected: 3, maxSelected: 2 } }, ['validate.minSelected range']],
    [{ type: 'multiselect', options, validate: { maxSelected: 4 } }, ['validate.maxSelected range']],
    [{ type: 'multiselect', options, other: true, validate: { minSelected: 4, maxSelected: 4 } }, []],
    [{ type: 'multiselect', options, validate: { minSelected: 4 } }, ['validate.minSelected range']],
    [{ type: 'ranking', options, validate: { maxSelected: 2 } }, []],
    [{ type: 'select', options: ['x', { value: 'x', label: 'X' }] }, ['options[1] unique']],
    [{ type: 'matrix', rows: ['r', 'r'], columns: ['c', 'c'] }, ['rows[1] unique', 'columns[1] unique']],
    [{ type: 'matrix', rows: ['constructor', '__proto__'], columns: ['c'] }, ['rows[0] reserved', 'rows[1] reserved']],
    [{ type: 'matrix', rows: [], columns: ['c'] }, ['rows required']],
    [
      { type: 'email', validate: { domains: ['example.com', '@b.de', 'b'] } },
      ['validate.domains[1] pattern', 'validate.domains[2] pattern'],
    ],
    [
      { type: 'file', validate: { accept: ['image/*', '.tar.gz', 'pdf', '*/*', 'a b/c'] } },
      ['validate.accept[2] pattern', 'validate.accept[3] pattern', 'validate.accept[4] pattern'],
    ],
    [{ type: 'file', validate: { maxBytes: 1000, maxFiles: 2 } }, []],
    [{ type: 'file', validate: { maxBytes: 1001 } }, ['validate.maxBytes maximum']],
    [{ type: 'hidden', query: 'utm_source' }, []],
    [{ type: 'hidden', query: 'a=b' }, ['query pattern']],
  ])('is right, or refused: %j', (field, faults) => expect(faultsOf(field)).toEqual(faults));
});

describe('a default', () => {
  const options = ['x', { value: 'y', label: 'Why' }];
  it.each<[object, boolean]>([
    [{ type: 'text', default: 'abc', validate: { pattern: '^a' } }, true],
    [{ type: 'text', default: 'bc', validate: { pattern: '^a' } }, false],
    [{ type: 'text', default: 5 }, false],
    [{ type: 'text', default: '' }, false],
    [{ type: 'select', options, default: 'y' }, true],
    [{ type: 'select', options, default: 'Why' }, false],
    [{ type: 'multiselect', options, default: ['x'] }, true],
    [{ type: 'multiselect', options, default: [] }, false],
    [{ type: 'matrix', rows: ['r'], columns: ['c'], default: { r: 'c' } }, true],
    [{ type: 'matrix', rows: ['r'], columns: ['c'], default: { r: 'd' } }, false],
    [{ type: 'checkbox', default: true }, true],
    [{ type: 'rating', default: 6 }, false],
  ])('is an answer that the field accepts: %j', (field, isRight) => {
    expect(faultsOf(field)).toEqual(isRight ? [] : ['default default']);
  });

  it('is judged once the rest of the form is right', () => {
    expect(faultsOf({ type: 'text', default: 5, validate: { pattern: '(' } })).toEqual(['validate.pattern pattern']);
  });
});
