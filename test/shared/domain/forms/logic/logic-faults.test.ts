import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../../shared/domain/fields/field.ts';
import { faultsOfLogic } from '../../../../../shared/domain/forms/logic/logic-faults.ts';

const before = [
  { id: 'text', type: 'text' },
  { id: 'number', type: 'number' },
  { id: 'date', type: 'date' },
  { id: 'time', type: 'time' },
  { id: 'one', type: 'select', options: ['a', { value: 'b', label: 'Bee' }] },
  { id: 'some', type: 'multiselect', options: ['a', 'b'] },
  { id: 'box', type: 'checkbox' },
  { id: 'file', type: 'file' },
  { id: 'words', type: 'statement', text: 'Hello' },
];

const faultsOf = (...fields: object[]) => faultsOfLogic(fields as Field[]);
const told = (...fields: object[]) => faultsOf(...fields).map(({ field, rule }) => `${field} ${rule}`);
/** The faults of a condition of a field behind one of each kind, by their paths in it. */
const faultsIn = (visibleIf: unknown) =>
  told(...before, { id: 'last', type: 'text', visibleIf }).map(fault => fault.replace('fields[9].visibleIf', '$'));
const faultsInFormula = (compute: unknown) =>
  told(...before, { id: 'last', type: 'calculated', compute }).map(fault => fault.replace('fields[9].compute', '$'));
const nested = (depth: number): object =>
  depth === 1 ? { field: 'text', op: 'answered' } : { not: nested(depth - 1) };
const answered = { field: 'text', op: 'answered' };

describe('a condition', () => {
  it.each([
    answered,
    { field: 'text', op: 'endsWith', value: 'a' },
    { field: 'number', op: 'gte', value: 0 },
    { field: 'date', op: 'lt', value: '2026-01-31' },
    { field: 'time', op: 'lt', value: '09:30' },
    { field: 'one', op: 'in', value: ['a', 'b'] },
    { field: 'some', op: 'includesAll', value: ['b'] },
    { field: 'box', op: 'eq', value: false },
    { field: 'file', op: 'empty' },
    nested(5),
    { any: [answered, { all: [answered] }] },
  ])('may be %j', condition => expect(faultsIn(condition)).toEqual([]));

  it.each([
    [[], ['$ type']],
    [{}, ['$ condition']],
    [{ all: [answered], not: answered }, ['$ condition']],
    [{ all: [] }, ['$ minItems']],
    [{ any: answered }, ['$ minItems']],
    [{ all: [answered, 'text'] }, ['$.all[1] type']],
    [{ not: answered, value: 1 }, ['$.value unknown']],
    [{ ...answered, vaule: 1 }, ['$.vaule unknown']],
    [{ ...answered, value: true }, ['$.value notAllowed']],
    [{ field: 1, op: 'answered' }, ['$.field type']],
    [{ field: 'gone', op: 'answered' }, ['$.field unknown']],
    [{ field: 'constructor', op: 'answered' }, ['$.field unknown']],
    [{ field: 'last', op: 'answered' }, ['$.field earlier']],
    [{ field: 'words', op: 'answered' }, ['$.op enum']],
    [{ field: 'text', op: 'lt', value: 'a' }, ['$.op enum']],
    [{ field: 'text', op: 'constructor', value: 'a' }, ['$.op enum']],
    [{ field: 'file', op: 'eq', value: 'file_1' }, ['$.op enum']],
    [{ field: 'text', op: 'eq' }, ['$.value required']],
    [{ field: 'text', op: 'eq', value: '' }, ['$.value value']],
    [{ field: 'text', op: 'eq', value: 1 }, ['$.value value']],
    [{ field: 'number', op: 'eq', value: '1' }, ['$.value value']],
    [{ field: 'date', op: 'eq', value: '2026-02-30' }, ['$.value value']],
    [{ field: 'date', op: 'lt', value: 'today' }, ['$.value value']],
    [{ field: 'time', op: 'lt', value: '24:00' }, ['$.value value']],
    [{ field: 'one', op: 'eq', value: 'Bee' }, ['$.value value']],
    [{ field: 'one', op: 'in', value: 'a' }, ['$.value type']],
    [{ field: 'one', op: 'in', value: ['a', 'c'] }, ['$.value value']],
    [{ field: 'some', op: 'includesAny', value: [] }, ['$.value type']],
    [{ field: 'some', op: 'eq', value: 'a' }, ['$.op enum']],
    [{ field: 'box', op: 'eq', value: 'true' }, ['$.value value']],
  ])('cannot be %j', (condition, faults) => expect(faultsIn(condition)).toEqual(faults));

  it('goes five deep and no deeper, however deep it is', () => {
    const path = '.not'.repeat(5);
    expect([faultsIn(nested(6)), faultsIn(nested(5000))]).toEqual([[`$${path} maxDepth`], [`$${path} maxDepth`]]);
  });

  it('is one of 50 of its field, and of 1,000 of its form', () => {
    const many = (count: number) => ({ any: Array.from({ length: count }, () => answered) });
    expect(faultsIn(many(50))).toEqual([]);
    expect(faultsIn(many(70))).toEqual(['$.any[50] maxConditions']);
    const full = Array.from({ length: 22 }, (_, index) => ({ id: `f${index}`, type: 'text', requiredIf: many(50) }));
    expect(told(...before, ...full)).toEqual(['fields[29].requiredIf.any[0] maxConditions']);
  });
});

describe('a field that another depends on', () => {
  const name = { id: 'name', type: 'text' };
  const breed = { id: 'breed', type: 'text', requiredIf: { field: 'name', op: 'answered' } };

  it('cannot be removed: the refusal names the other', () =>
    expect(faultsOf(breed)).toEqual([
      {
        field: 'fields[0].requiredIf.field',
        rule: 'unknown',
        message:
          '"breed" depends on the field "name", which the form does not have; keep that field, or change what depends on it',
      },
    ]));

  it('cannot be moved behind it', () => {
    expect(told(name, breed)).toEqual([]);
    expect(faultsOf(breed, name)).toEqual([
      {
        field: 'fields[0].requiredIf.field',
        rule: 'earlier',
        message:
          '"breed" depends on "name", which does not come before it; move "name" before "breed", or change what depends on it',
      },
    ]);
  });
});

describe('a formula', () => {
  const price = { score: 'one', values: { a: 10, b: 20 }, else: 0 };
  it.each([
    { field: 'number', else: 1 },
    price,
    { op: 'round', args: [{ op: '/', args: [price, 3] }, 2] },
    // biome-ignore lint/suspicious/noThenProperty: the name in the format; nobody awaits a formula
    { if: answered, then: 1, else: { score: 'some', values: { a: 1 } } },
    { op: '+', args: Array.from({ length: 63 }, () => 1) },
  ])('may be %j', formula => expect(faultsInFormula(formula)).toEqual([]));

  it.each([
    [[], ['$ formula']],
    [{ field: 'number', op: '+' }, ['$ formula']],
    [{ field: 'text' }, ['$.field type']],
    [{ field: 'last' }, ['$.field earlier']],
    [{ field: 'number', else: '0' }, ['$.else type']],
    [{ field: 'number', default: 0 }, ['$.default unknown']],
    [{ score: 'number', values: { a: 1 } }, ['$.score type']],
    [{ score: 'one' }, ['$.values type']],
    [{ score: 'one', values: { Bee: 1, a: '1' } }, ['$.values.Bee unknown', '$.values.a type']],
    [{ op: '^', args: [1, 2] }, ['$.op enum']],
    [{ op: 'constructor', args: [1, 2] }, ['$.op enum']],
    [{ op: '-', args: [1] }, ['$.args type']],
    [{ op: '+', args: 1 }, ['$.args type']],
    [{ op: '+', args: [1, '2'] }, ['$.args[1] formula']],
    [{ op: 'round', args: [1, { field: 'number' }] }, ['$.args[1] digits']],
    [{ op: 'round', args: [1, 11] }, ['$.args[1] digits']],
    // biome-ignore lint/suspicious/noThenProperty: the name in the format; nobody awaits a formula
    [{ if: { field: 'gone', op: 'answered' }, then: 1 }, ['$.if.field unknown', '$.else formula']],
    [{ op: '+', args: Array.from({ length: 64 }, () => 1) }, ['$.args[63] maxNodes']],
  ])('cannot be %j', (formula, faults) => expect(faultsInFormula(formula)).toEqual(faults));

  it('is what a calculated field needs, and no other field has', () => {
    expect(told({ id: 'sum', type: 'calculated' })).toEqual(['fields[0].compute required']);
    expect(told({ id: 'sum', type: 'number', compute: { op: '+', args: [1] } })).toEqual([
      'fields[0].compute notAllowed',
    ]);
    const requiredIf = { field: 'text', op: 'answered' };
    expect(told({ id: 'text', type: 'text' }, { id: 'page', type: 'page', requiredIf })).toEqual([
      'fields[1].requiredIf notAllowed',
    ]);
  });
});
