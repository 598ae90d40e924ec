import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { bodyBytesOf } from '../../../../shared/domain/forms/body-size.ts';

type Part = Omit<Field, 'id' | 'label'>;

const fieldsOf = (count: number, part: Part): Field[] =>
  Array.from({ length: count }, (_, index) => ({ id: `f${index + 10}`, label: 'x', ...part }));

/** Twenty fields keep the size above its minimum. */
const some = fieldsOf(20, { type: 'number' });
const bytesWith = (part: Part) => bodyBytesOf({ fields: [...some, { id: 'last', label: 'x', ...part }] });

/** Returns the characters that a field has room for beyond what every field has. JSON may take six bytes for each. */
const charactersOf = (part: Part): number => (bytesWith(part) - bytesWith({ type: 'number' })) / 6;

describe('the largest body of a form', () => {
  it('is between 32 and 128 KB', () => {
    expect(bodyBytesOf({ fields: [] })).toBe(32_768);
    expect(bodyBytesOf({ fields: fieldsOf(90, { type: 'textarea' }) })).toBe(131_072);
  });

  it('has room for each field', () => {
    expect(bodyBytesOf({ fields: some })).toBe(20 * (3 + 300) * 6);
  });

  it.each<[string, Part, number]>([
    ['the longest text that it takes', { type: 'text', validate: { maxLength: 70 } }, 70],
    ['a long text', { type: 'textarea', validate: { maxLength: 700 } }, 700],
    ['the longest option of one choice', { type: 'select', options: ['a', 'abc', { value: 'abcde', label: 'x' }] }, 5],
    ['no option', { type: 'radio' }, 0],
    ['all options of several choices, with their punctuation', { type: 'multiselect', options: ['a', 'abc'] }, 10],
    ['a ranking', { type: 'ranking', options: ['ab', 'abc'] }, 11],
    ['rows and columns of a matrix', { type: 'matrix', rows: ['ab', 'c'], columns: ['1', '22'] }, 9 + 2 * 5],
    ['a matrix without rows', { type: 'matrix' }, 0],
    ['a file', { type: 'file' }, 0],
  ])('has room for %s', (_, field, characters) => {
    expect(charactersOf(field)).toBe(characters);
  });
});
