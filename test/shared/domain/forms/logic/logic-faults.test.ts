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
const ones = (count: number) => Array.from({ length: count }, () => 1);

describe('a condition', () => {
  it.each([
    answered,
    { field: 'text', op: 'endsWith', value: 'a' },
    { field: 'text', op: 'eq', value: 'a'.repeat(1000) },
    { field: 'number', op: 'gte', value: 0 },
    { field: 'date', op: 'lt', value: '2026-01-31' },
    { field: 'time', op: 'lt', value: '09:30' },
    { field: 'one', op: 'in', value: ['a', 'b'] },
    { field: 'some', op: 'includesAll', value: ['b'] },
    { field: 'some', op: 'includesAny', value: Array(500).fill('b') },
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
    [{ not: null }, ['$.not type']],
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
    [{ field: 'text', op: 'eq', value: 'a'.repeat(1001) }, ['$.value value']],
    [{ field: 'number', op: 'eq', value: '1' }, ['$.value value']],
    [{ field: 'date', op: 'eq', value: '2026-02-30' }, ['$.value value']],
    [{ field: 'date', op: 'lt', value: 'today' }, ['$.value value']],
    [{ field: 'time', op: 'lt', value: '24:00' }, ['$.value value']],
    [{ field: 'time', op: 'lt', value: 'at 09:30' }, ['$.value value']],
    [{ field: 'time', op: 'lt', value: '09:30:00' }, ['$.value value']],
    [{ field: 'one', op: 'eq', value: 'Bee' }, ['$.value value']],
    [{ field: 'one', op: 'in', value: 'a' }, ['$.value type']],
    [{ field: 'one', op: 'in', value: ['a', 'c'] }, ['$.value value']],
    [{ field: 'some', op: 'includesAny', value: [] }, ['$.value type']],
    [{ field: 'some', op: 'includesAny', value: Array(501).fill('b') }, ['$.value type']],
    [{ field: 'some', op: 'eq', value: 'a' }, ['$.op enum']],
    [{ field: 'box', op: 'eq', value: 'true' }, ['$.value value']],
  ])('cannot be %j', (condition, faults) => expect(faultsIn(condition)).toEqual(faults));

  it('goes five deep and no deeper, however deep it is', () => {
    const path = '.not'.repeat(5);
    expect([faultsIn(nested(6)), faultsIn(nested(5000))]).toEqual([[`$${path} maxDepth`], [`$${path} maxDepth`]]);
    expect(faultsIn({ all: [{ any: [nested(4)] }] })).toEqual(['$.all[0].any[0].not.not.not maxDepth']);
  });

  it('is one of 50 of its field, and of 1,000 of its form', () => {
    const many = (count: number) => ({ any: Array.from({ length: count }, () => answered) });
    expect(faultsIn(many(50))).toEqual([]);
    expect(faultsIn(many(70))).toEqual(['$.any[50] maxConditions']);
    const full = (length: number, count: number) =>
      Array.from({ length }, (_, index) => ({ id: `f${index}`, type: 'text', requiredIf: many(count) }));
    expect(told(...before, ...full(22, 50))).toEqual(['fields[29].requiredIf.any[0] maxConditions']);
    expect(told(...before, ...full(20, 60))).toEqual(
      Array.from({ length: 20 }, (_, index) => `fields[${9 + index}].requiredIf.any[50] maxConditions`),
    );
    const wrong = { id: 'last', type: 'text', visibleIf: { any: [...many(49).any, { ...answered, op: '' }] } };
    expect(told(...before, ...full(19, 50), wrong)).toEqual(['fields[28].visibleIf.any[49].op enum']);
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
    { op: '+', args: [1, 0, 10].map(digits => ({ op: 'round', args: [1.5, digits] })) },
    { op: 'round', args: [1.5] },
    // biome-ignore lint/suspicious/noThenProperty: the name in the format; nobody awaits a formula
    { if: answered, then: 1, else: { score: 'some', values: { a: 1 } } },
    { op: '+', args: ones(63) },
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
    [{ score: 'one', values: {} }, ['$.values type']],
    [{ score: 'one', values: { Bee: 1, a: '1' } }, ['$.values.Bee unknown', '$.values.a type']],
    [{ op: '^', args: [1, 2] }, ['$.op enum']],
    [{ op: 'constructor', args: [1, 2] }, ['$.op enum']],
    [{ op: '-', args: [1] }, ['$.args type']],
    [{ op: '+', args: 1 }, ['$.args type']],
    [{ op: '+', args: [1, '2'] }, ['$.args[1] formula']],
    [{ op: 'round', args: [1, { field: 'number' }] }, ['$.args[1] digits']],
    [{ op: 'round', args: [1, 11] }, ['$.args[1] digits']],
    [{ op: 'round', args: [1, -1] }, ['$.args[1] digits']],
    [{ op: 'round', args: [1, 0.5] }, ['$.args[1] digits']],
    [{ op: 'round', args: [1, 1, 1] }, ['$.args type']],
    // biome-ignore lint/suspicious/noThenProperty: the name in the format; nobody awaits a formula
    [{ if: { field: 'gone', op: 'answered' }, then: 1 }, ['$.if.field unknown', '$.else formula']],
    // biome-ignore lint/suspicious/noThenProperty: the same
    [{ if: answered, then: null, else: 1 }, ['$.then formula']],
    [{ op: '+', args: [...ones(62), '2'] }, ['$.args[62] formula']],
    [{ op: '+', args: ones(64) }, ['$.args[63] maxNodes']],
    [{ op: '+', args: [{ op: '+', args: ones(60) }, ...ones(4)] }, ['$.args[3] maxNodes']],
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

describe('a refusal says what would be right', () => {
  const messagesOf = (field: object) => faultsOf(...before, field).map(({ message }) => message);

  it.each([
    [{ not: [] }, 'must be a condition: {"field": "pet", "op": "eq", "value": "dog"}'],
    [{}, 'must have exactly one of: all, any, not, field'],
    [{ any: [] }, 'any must be an array of conditions, one or more'],
    [nested(6), 'is nested more than 5 deep; say the same in fewer steps'],
    [{ any: Array(51).fill(answered) }, 'is one too many: a field has at most 50 conditions'],
    [{ ...answered, vaule: 1 }, 'is not a known property; remove it, or check its spelling'],
    [{ field: 1, op: 'answered' }, 'must be the id of a field'],
    [{ field: 'words', op: 'answered' }, 'cannot ask for an answer; "words" is of type statement'],
    [{ field: 'box', op: 'lt' }, 'must be one of: answered, empty, eq; "box" is of type checkbox'],
    [{ ...answered, value: 1 }, 'answered takes no value; remove it'],
    [{ field: 'text', op: 'eq' }, 'is required for eq'],
    [{ field: 'text', op: 'eq', value: '' }, 'must be a text of 1 to 1000 characters'],
    [{ field: 'box', op: 'eq', value: 1 }, 'must be true or false'],
    [{ field: 'one', op: 'eq', value: 'c' }, 'must be one of the options of "one", as its value'],
    [{ field: 'one', op: 'in', value: 'a' }, 'must be an array of options of "one", 1 to 500'],
  ])('of the condition %j', (visibleIf, message) =>
    expect(messagesOf({ id: 'last', type: 'text', visibleIf })).toEqual([message]),
  );

  it.each([
    [[], 'must be a number, or an object with exactly one of: field, score, if, op'],
    [
      { op: '+', args: ones(64) },
      'is one part too many: a formula has at most 64; calculate some of it in a field before this one',
    ],
    [{ op: '^', args: [1, 2] }, 'must be one of: +, -, *, /, min, max, round'],
    [{ op: '-', args: [1] }, 'must be an array of 2 to 64 formulas'],
    [{ op: 'round', args: [1, 11] }, 'must be a whole number from 0 to 10: the number of decimal places'],
    [
      { field: 'text' },
      'must name a field of one of the types number, currency, rating, scale, calculated; "text" is of type text',
    ],
    [{ field: 'number', else: '' }, 'must be a JSON number'],
    [{ score: 'one' }, 'must give options of "one" their numbers: {"Basic": 10}'],
    [{ score: 'one', values: { Bee: 1 } }, 'is not an option of "one", as its value'],
    [{ score: 'one', values: { a: '1' } }, 'must be a JSON number'],
    [undefined, 'A calculated field needs a formula, such as {"op": "+", "args": [{"field": "seats"}, 1]}'],
  ])('of the formula %j', (compute, message) =>
    expect(messagesOf({ id: 'last', type: 'calculated', compute })).toEqual([message]),
  );

  it('of what a field of another type would have', () => {
    expect(messagesOf({ id: 'last', type: 'page', requiredIf: answered })).toEqual([
      'A field of type page has no answer; remove requiredIf',
    ]);
    expect(messagesOf({ id: 'last', type: 'number', compute: { op: '+', args: [1] } })).toEqual([
      'Only a calculated field has compute; this field is of type number',
    ]);
  });
});
