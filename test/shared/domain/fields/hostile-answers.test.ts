import { describe, expect, it } from '@jest/globals';
import { answerOf, answerTypes } from '../../../../shared/domain/fields/answer-types.ts';
import { breachesOfDate } from '../../../../shared/domain/fields/date-answers.ts';
import type { Field, FieldType } from '../../../../shared/domain/fields/field.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';

const some = { options: ['x', 'y'], rows: ['r'], columns: ['c'], currency: 'EUR' };
const rulesOf = (field: object, answer: unknown) => {
  const checked = checkAnswers([{ id: 'a', ...field } as Field], { a: answer }, { partial: false });
  return 'faults' in checked ? checked.faults.map(({ rule }) => rule) : [];
};
const parsed = (json: string): unknown => JSON.parse(json);

/** What is an answer to a type, in JSON; whatever is not of its kind is a fault of the type. */
const kinds: Partial<Record<FieldType, string>> = {
  ...{ checkbox: 'boolean', rating: 'number', scale: 'number', number: 'number', currency: 'number', matrix: 'object' },
  ...{ multiselect: 'list', ranking: 'list' },
};
const wrongKinds: [string, unknown][] = [
  ['string', 'text'],
  ['number', 1],
  ['boolean', true],
  ['list', ['text']],
  ['object', { r: 'c' }],
];
/** One text is a list of one. */
const isRead = (type: FieldType, kind: string) => kind === 'string' && kinds[type] === 'list';
const asked = (Object.keys(answerTypes) as FieldType[]).filter(
  type => !['calculated', 'consent', 'page', 'statement'].includes(type),
);

describe.each(asked)('an answer to a field of type %s', type => {
  it.each(wrongKinds.filter(([kind]) => kind !== (kinds[type] ?? 'string') && !isRead(type, kind)))(
    'is not a %s',
    (_, answer) => {
      expect(rulesOf({ type, ...some }, answer)).toEqual(['type']);
    },
  );

  it('has few faults, however large it is', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `v${index}`);
    const wide = Object.fromEntries(many.map(value => [value, 'c']));
    for (const answer of ['x'.repeat(130_000), many, wide, parsed(`${'['.repeat(5000)}${']'.repeat(5000)}`)]) {
      expect(rulesOf({ type, ...some }, answer).length).toBeLessThan(4);
    }
  });
});

describe('a list', () => {
  const multiselect = { type: 'multiselect', options: ['x', 'y'], other: true };
  it.each<[object, unknown, string[]]>([
    [multiselect, ['x', 1], ['type']],
    [multiselect, ['x', 'x'], ['unique']],
    [multiselect, ['x', null], ['type']],
    [multiselect, ['x', ''], ['minLength']],
    [multiselect, ['x', 'two\nlines'], ['singleLine']],
    [multiselect, ['x', 'one', 'two'], ['options']],
    [multiselect, ['x', '😀'.repeat(200)], []],
    [multiselect, ['x', '😀'.repeat(201)], ['maxLength']],
    [{ ...multiselect, other: false }, ['constructor'], ['options']],
    [{ type: 'ranking', options: ['x', 'y'] }, ['x'], ['minSelected']],
    [{ type: 'ranking', options: ['x', 'y'], validate: { maxSelected: 1 } }, ['y'], []],
    [{ type: 'file', validate: { maxFiles: 2 } }, ['file_x', 'file_y'], ['file']],
  ])('of %j: %j', (field, answer, rules) => expect(rulesOf(field, answer)).toEqual(rules));
});

describe('a matrix', () => {
  const field = { type: 'matrix', rows: ['r', 's'], columns: ['c'] };
  it.each<[unknown, string[]]>([
    [parsed('{"__proto__": "c"}'), ['rows']],
    [{ constructor: 'c', r: 'c' }, ['rows']],
    [{ r: 'constructor' }, ['options']],
    [{ r: { c: 'c' } }, ['type']],
    [{ r: ['c'] }, ['type']],
    [{ r: 'c', s: null }, []],
    [[['r', 'c']], ['type']],
  ])('is answered by rows alone: %j', (answer, rules) => expect(rulesOf(field, answer)).toEqual(rules));

  it('has its rows in the order of the form, and reaches no prototype', () => {
    const checked = checkAnswers([{ id: 'a', ...field } as Field], { a: { s: 'c', r: 'c' } }, { partial: false });
    expect(JSON.stringify(checked)).toBe('{"answers":{"a":{"r":"c","s":"c"}}}');
    expect(({} as Record<string, unknown>).c).toBeUndefined();
  });

  it('that is required names the rows it lacks by their labels', () => {
    const rows = [{ value: 'r', label: 'Speed' }, 's'];
    const required = { id: 'a', ...field, rows, required: true } as Field;
    const checked = checkAnswers([required], { a: { s: 'c' } }, { partial: false });
    expect(checked).toMatchObject({ faults: [{ rule: 'required', message: expect.stringContaining('"Speed"') }] });
    expect(checkAnswers([required], { a: { s: 'c' } }, { partial: true })).toMatchObject({ answers: {} });
  });
});

describe('a number', () => {
  it.each<[number, object, string[]]>([
    [0.3, { step: 0.1 }, []],
    [0.30000000000000004, { step: 0.1 }, ['step']],
    [1.15, { min: 0.15, step: 0.5 }, []],
    [1e21, { step: 1 }, ['precision']],
    [5e-324, { step: 1 }, ['step']],
    [-0, { step: 3, integer: true }, []],
    [2.5, { integer: true }, ['integer']],
    [4_000_000_001, { step: 2 }, ['step']],
  ])('%d keeps to %j, or not', (answer, validate, rules) => {
    expect(rulesOf({ type: 'number', validate }, answer)).toEqual(rules);
  });
});

describe('a date around today', () => {
  const at = (time: string, validate: Field['validate']) => (day: string) =>
    breachesOfDate({ id: 'a', type: 'date', validate }, day, Date.parse(time)).map(({ rule }) => rule);

  it('may be today wherever on earth that is', () => {
    // 11:00 UTC: still yesterday on Baker Island, already tomorrow on the Line Islands.
    const fromToday = at('2026-06-15T11:00:00Z', { min: 'today' });
    expect([fromToday('2026-06-14'), fromToday('2026-06-13')]).toEqual([[], ['min']]);
    const untilToday = at('2026-06-15T11:00:00Z', { max: 'today' });
    expect([untilToday('2026-06-16'), untilToday('2026-06-17')]).toEqual([[], ['max']]);
  });

  it('counts days on from there', () => {
    const grown = at('2026-06-15T12:00:00Z', { max: 'today-6570', min: 'today-40000' });
    expect([grown('2008-06-20'), grown('2008-06-21'), grown('1900-01-01')]).toEqual([[], ['max'], ['min']]);
  });
});

it('a consent is true, or no answer', () => {
  const consent = { id: 'a', type: 'consent', text: 'I agree' } as Field;
  expect(answerOf(consent, false)).toBeUndefined();
  expect([rulesOf(consent, true), rulesOf(consent, 'true'), rulesOf(consent, 1)]).toEqual([[], [], ['type']]);
});
