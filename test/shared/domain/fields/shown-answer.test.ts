import { expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { shownAnswer, textOf } from '../../../../shared/domain/fields/shown-answer.ts';

const choices = ['a', { value: 'b', label: 'Bee' }];

it.each<[Omit<Field, 'id'>, unknown, unknown]>([
  [{ type: 'text' }, 'b', 'b'],
  [{ type: 'select', options: choices }, 'b', 'Bee'],
  [{ type: 'select', options: choices }, 'a', 'a'],
  [{ type: 'select', options: choices }, 'Sea', 'Sea'],
  [{ type: 'multiselect', options: choices }, ['b', 'c'], ['Bee', 'c']],
  [{ type: 'matrix', columns: choices }, 'b', 'Bee'],
  [{ type: 'number' }, 0, 0],
  [{ type: 'checkbox' }, false, false],
  [{ type: 'text' }, [1], ['1']],
  [{ type: 'matrix', columns: choices }, { row: 'b' }, undefined],
  [{ type: 'text' }, null, undefined],
  [{ type: 'text' }, undefined, undefined],
])('of %j the answer %j is shown as %j', (field, answer, shown) =>
  expect(shownAnswer({ id: 'f', ...field }, answer)).toEqual(shown),
);

it.each([
  [true, 'Yes'],
  [false, 'No'],
  [1.5, '1.5'],
  ['a', 'a'],
  [['a', 'b'], 'a; b'],
])('%j is the text %j', (answer, text) => expect(textOf(answer)).toBe(text));
