import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { lineOf, partsOf } from '../../../../shared/domain/wording/answer-parts.ts';

const truths = { true: 'Yes', false: 'No' };
const options = ['red', { value: 'blue', label: 'Deep blue' }];
const matrix: Field = {
  ...{ id: 'rows', type: 'matrix' },
  rows: [{ value: 'food', label: 'The food' }, 'rooms'],
  columns: ['bad', { value: 'good', label: 'Good!' }],
};

describe('an answer in parts', () => {
  it.each([undefined, null, ''])('is none: %j', answer => {
    expect(partsOf({ id: 'a', type: 'text' }, answer)).toEqual({ kind: 'none' });
  });

  it.each([true, false])('stays a truth: %j', truth => {
    expect(partsOf({ id: 'a', type: 'checkbox' }, truth)).toEqual({ kind: 'truth', truth });
  });

  it.each<[Field | undefined, unknown, string]>([
    [{ id: 'a', type: 'text' }, 'Ada', 'Ada'],
    [{ id: 'a', type: 'number' }, 0, '0'],
    [{ id: 'a', type: 'select', options }, 'blue', 'Deep blue'],
    [{ id: 'a', type: 'select', options }, 'red', 'red'],
    [{ id: 'a', type: 'select', options }, 'green', 'green'],
    [{ id: 'a', type: 'rating' }, 4, '4 / 5'],
    [{ id: 'a', type: 'scale', validate: { max: 7 } }, 4, '4 / 7'],
    [{ id: 'a', type: 'currency', currency: 'EUR' }, 12.5, '€12.50'],
    [{ id: 'a', type: 'currency', currency: 'EUR' }, 'twelve', 'twelve'],
    [{ id: 'a', type: 'number' }, 12.5, '12.5'],
    [{ id: 'a', type: 'date' }, '2026-05-01', 'May 1, 2026'],
    [{ id: 'a', type: 'text' }, '2026-05-01', '2026-05-01'],
    [undefined, '2026-05-01', '2026-05-01'],
    [undefined, 7, '7'],
  ])('is a text: %j, %j', (field, answer, text) => {
    expect(partsOf(field, answer, 'en')).toEqual({ kind: 'text', text });
  });

  it('is a text as its locale writes it', () => {
    expect(partsOf({ id: 'a', type: 'date' }, '2026-05-01', 'de')).toEqual({ kind: 'text', text: '01.05.2026' });
  });

  it.each<[Field | undefined, unknown[], string[], boolean]>([
    [{ id: 'a', type: 'multiselect', options }, ['blue', 'red'], ['Deep blue', 'red'], false],
    [{ id: 'a', type: 'ranking', options }, ['blue', 7], ['Deep blue', '7'], true],
    [undefined, ['blue'], ['blue'], false],
  ])('is a list: %j, %j', (field, answer, items, ranked) => {
    expect(partsOf(field, answer)).toEqual({ kind: 'list', items, ranked });
  });

  it('has the labels of its rows and columns', () => {
    const answer = { food: 'good', rooms: 'bad', bar: 'open' };
    const rows = [
      ['The food', 'Good!'],
      ['rooms', 'bad'],
      ['bar', 'open'],
    ];
    expect(partsOf(matrix, answer)).toEqual({ kind: 'rows', rows });
    expect(partsOf(undefined, { food: 1 })).toEqual({ kind: 'rows', rows: [['food', '1']] });
  });
});

describe('an answer in one line', () => {
  it.each<[Field | undefined, unknown, string]>([
    [undefined, null, ''],
    [undefined, true, 'Yes'],
    [undefined, false, 'No'],
    [undefined, ['a', 'b'], 'a, b'],
    [matrix, { food: 'good', rooms: 'bad' }, 'The food: Good!, rooms: bad'],
    [{ id: 'a', type: 'date' }, '2026-05-01', 'May 1, 2026'],
  ])('%j, %j', (field, answer, line) => expect(lineOf(field, answer, truths, 'en')).toBe(line));
});
