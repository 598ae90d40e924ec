import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { kindsOf } from '../../../../shared/domain/summaries/answer-kinds.ts';

const stored = (fields: Field[], fieldPolicies = {}) =>
  ({ form: { fields, fieldPolicies }, retiredFields: [] }) as never;
const kindOf = (field: Omit<Field, 'id'>, f: unknown) => kindsOf(stored([{ id: 'f', ...field }]), { f } as never);

describe('the kind of an answer', () => {
  const options = ['a', { value: 'b', label: 'B' }];

  it.each<[string, Omit<Field, 'id'>, unknown, string]>([
    ['an option', { type: 'select', options }, 'b', 'o'],
    ['a text of its own', { type: 'select', options }, 'B', 'x'],
    ['a choice without options', { type: 'select' }, 'a', 'x'],
    ['options', { type: 'multiselect', options }, ['a', 'b'], 'm'],
    ['options and a text', { type: 'multiselect', options }, ['a', 'b', 'c'], 'y2'],
    ['a text first', { type: 'multiselect', options }, ['c', 'a'], 'y0'],
    ['points', { type: 'rating' }, 4, 'p'],
    ['a number for an option', { type: 'select', options }, 1, '-'],
    ['a list for a number', { type: 'number' }, ['1'], '-'],
    ['a calculated number', { type: 'calculated' }, 1, 'n'],
    ['a calculated text', { type: 'calculated' }, 'x', 't'],
    ['a sealed answer', { type: 'text' }, [1, 2], '-'],
  ])('is told by its field: %s', (_, field, answer, kind) => expect(kindOf(field, answer)).toBe(kind));

  it('is none of a field with a policy', () => {
    const fields: Field[] = [
      { id: 'a', type: 'text' },
      { id: 'b', type: 'number' },
    ];
    expect(kindsOf(stored(fields, { a: 'masked' }), { a: 'x', b: 1 })).toBe('-n');
  });

  it('stays that of a former field, if it had one', () => {
    const form = stored([{ id: 'kept', type: 'text' }]);
    const before = { gone: ['a', 'mine'], kept: 'x' };
    expect(kindsOf(form, { kept: 'y', gone: ['a', 'mine'], new: 'z' }, before, 'y1t')).toBe('ty1-');
    expect(kindsOf(form, { gone: 'x' })).toBe('-');
    expect(kindsOf(form, { gone: 'x' }, { kept: 'x', gone: 'x' }, 't')).toBe('-');
  });
});
