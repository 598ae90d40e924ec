import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { bodyBytesOf } from '../../../../shared/domain/forms/body-size.ts';

/** As many bytes as JSON may take for the characters, beyond those of 20 fields that keep the size above its minimum. */
const beyond = (field: Omit<Field, 'id' | 'label'>): number => {
  const fields = (last: Omit<Field, 'id' | 'label'>): Field[] => [
    ...Array.from({ length: 20 }, (_, index): Field => ({ id: `f${index + 10}`, label: 'x', type: 'number' })),
    { id: 'last', label: 'x', ...last },
  ];
  return (bodyBytesOf({ fields: fields(field) }) - bodyBytesOf({ fields: fields({ type: 'number' }) })) / 6;
};

describe('the largest body of a form', () => {
  it('is between 32 and 128 KB', () => {
    expect(bodyBytesOf({ fields: [] })).toBe(32_768);
    const long = (count: number) =>
      Array.from({ length: count }, (_, index): Field => ({ id: `f${index}`, label: 'x', type: 'textarea' }));
    expect(bodyBytesOf({ fields: long(100) })).toBe(131_072);
  });

  it('has room for each field', () => {
    const fields = Array.from(
      { length: 20 },
      (_, index): Field => ({ id: `f${index + 10}`, label: 'x', type: 'date' }),
    );
    expect(bodyBytesOf({ fields })).toBe(20 * (3 + 300) * 6);
  });

  it.each<[string, Omit<Field, 'id' | 'label'>, number]>([
    ['a text of its longest', { type: 'text', validate: { maxLength: 70 } }, 70],
    ['a long text', { type: 'textarea', validate: { maxLength: 700 } }, 700],
    ['the longest option of one choice', { type: 'select', options: ['a', 'abc', { value: 'abcde', label: 'x' }] }, 5],
    ['no option', { type: 'radio' }, 0],
    ['all options of several choices, with their punctuation', { type: 'multiselect', options: ['a', 'abc'] }, 10],
    ['a ranking', { type: 'ranking', options: ['ab', 'abc'] }, 11],
    ['rows and columns of a matrix', { type: 'matrix', rows: ['ab', 'c'], columns: ['1', '22'] }, 9 + 2 * 5],
    ['a matrix without rows', { type: 'matrix' }, 0],
    ['a file', { type: 'file' }, 0],
  ])('has room for %s', (_, field, characters) => {
    expect(beyond(field)).toBe(characters);
  });
});
