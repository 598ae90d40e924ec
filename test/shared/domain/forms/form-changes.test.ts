import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { differencesOf, isDirty, isSame, mergeDrafts, patchOf } from '../../../../shared/domain/forms/form-changes.ts';

type Draft = { readonly fields: readonly Field[]; readonly title?: string; readonly ui?: Record<string, unknown> };

const field = (id: string, label = id): Field => ({ id, type: 'text', label });
const [a, b, c, d] = [field('a'), field('b'), field('c'), field('d')];
const of = (...fields: readonly Field[]): Draft => ({ fields });
const base: Draft = { ...of(a, b), title: 'Before' };
const orderOf = ({ fields }: Draft) => fields.map(({ id }) => id ?? 'not a field').join('');

describe('the patch from one record to another', () => {
  it.each([
    ['nothing that is the same', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, {}],
    ['what is new', {}, { a: 1 }, { a: 1 }],
    ['what is gone, as null', { a: 1, b: 2 }, { b: 2 }, { a: null }],
    ['nothing for what was undefined and is absent', { a: undefined }, {}, {}],
    ['nothing for what is undefined', {}, { a: undefined }, {}],
    ['null for what is undefined now', { a: 1 }, { a: undefined }, { a: null }],
    ['only the changed part of an object', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
    ['a list whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
    ['an object in place of a value', { a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['a name that every object inherits', {}, { toString: 'x' }, { toString: 'x' }],
  ])('has %s', (_, before, after, patch) => {
    expect(patchOf(before, after)).toEqual(patch);
  });

  it('says whether a draft has changes', () => {
    expect(isDirty(base, base)).toBe(false);
    expect(isDirty(base, { ...base })).toBe(false);
    const after: Draft = { ...base, title: 'After' };
    expect(isDirty(base, after)).toBe(true);
  });

  it('ignores the order of properties, but not that of lists', () => {
    expect(isSame({ a: 1, b: { c: 1, d: 2 } }, { b: { d: 2, c: 1 }, a: 1 })).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
    expect(isSame({ a: 1 }, { a: 2 })).toBe(false);
  });
});

describe('what was changed elsewhere', () => {
  it.each<[string, Draft, Draft, unknown[]]>([
    ['nothing', base, base, []],
    ['a setting', base, { ...base, title: 'Theirs' }, [['setting', 'title', false]]],
    [
      'a setting that was also changed here',
      { ...base, title: 'Mine' },
      { ...base, title: 'Theirs' },
      [['setting', 'title', true]],
    ],
    ['the same change', { ...base, title: 'Same' }, { ...base, title: 'Same' }, [['setting', 'title', false]]],
    ['a new setting', base, { ...base, ui: {} }, [['setting', 'ui', false]]],
    ['a setting that is gone', base, of(a, b), [['setting', 'title', false]]],
    ['a new field', base, { ...base, fields: [a, b, c] }, [['added', 'c', false]]],
    ['a field that is gone', base, { ...base, fields: [a] }, [['removed', 'b', false]]],
    ['a changed field', base, { ...base, fields: [a, field('b', 'B')] }, [['changed', 'b', false]]],
    [
      'a field that was also changed here',
      { ...base, fields: [a, field('b', 'Mine')] },
      { ...base, fields: [a, field('b', 'B')] },
      [['changed', 'b', true]],
    ],
    [
      'a field that was removed here',
      { ...base, fields: [a] },
      { ...base, fields: [a, field('b', 'B')] },
      [['changed', 'b', true]],
    ],
    ['the order', base, { ...base, fields: [b, a] }, [['moved', 'fields', false]]],
  ])('names %s', (_, mine, theirs, found) => {
    expect(differencesOf(base, mine, theirs).map(({ kind, name, clashes }) => [kind, name, clashes])).toEqual(found);
  });

  it('says whether the order was also changed here', () => {
    const three = of(a, b, c);
    const moved = differencesOf(three, of(c, b, a), of(b, a, c)).find(({ kind }) => kind === 'moved');
    expect(moved?.clashes).toBe(true);
    expect(differencesOf(three, of(a, b, c, d), of(b, a, c)).map(({ clashes }) => clashes)).toEqual([false]);
  });

  it('has the field as it is now, or as it was before it was removed', () => {
    const theirs = of(a, field('c', 'New'));
    expect(differencesOf(of(a, b), of(a, b), theirs).map(({ field: found }) => found)).toEqual([b, field('c', 'New')]);
  });
});

describe('a merged draft', () => {
  it.each<[string, Draft, Draft, Draft]>([
    ['what was changed elsewhere', base, { ...base, title: 'Theirs' }, { ...base, title: 'Theirs' }],
    ['what was changed here', { ...base, title: 'Mine' }, base, { ...base, title: 'Mine' }],
    [
      'the change of here where both changed the same',
      { ...base, title: 'Mine' },
      { ...base, title: 'Theirs' },
      { ...base, title: 'Mine' },
    ],
    ['the removal of elsewhere', base, of(a, b), of(a, b)],
    ['the removal of here', of(a, b), base, of(a, b)],
    ['the removal of here of what changed elsewhere', of(a), { ...base, title: 'Theirs' }, of(a)],
    [
      'no field that was removed here and changed elsewhere',
      { ...base, fields: [a] },
      { ...base, fields: [a, field('b', 'B')] },
      { ...base, fields: [a] },
    ],
    [
      'both parts of an object',
      { ...base, ui: { one: 1 } },
      { ...base, ui: { two: 2 } },
      { ...base, ui: { one: 1, two: 2 } },
    ],
    [
      'both changes of a field',
      { ...base, fields: [a, { ...b, label: 'Mine' }] },
      { ...base, fields: [a, { ...b, required: true }] },
      { ...base, fields: [a, { ...b, label: 'Mine', required: true }] },
    ],
  ])('has %s', (_, mine, theirs, merged) => {
    expect(mergeDrafts(base, mine, theirs)).toEqual(merged);
  });

  it.each([
    ['fields of both', 'ab', 'abc', 'abd', 'abcd'],
    ['a field of elsewhere after the same field as there', 'ab', 'abc', 'adb', 'adbc'],
    ['a first field of elsewhere first', 'ab', 'abc', 'dab', 'dabc'],
    ['a first field of here first', 'ab', 'cab', 'abd', 'cabd'],
    ['the order of here', 'ab', 'ba', 'ab', 'ba'],
    ['the order of elsewhere if none was changed here', 'ab', 'abc', 'ba', 'bca'],
    ['the order of here if both changed it', 'abc', 'cab', 'bac', 'cab'],
    ['no field that was removed here', 'abc', 'ac', 'abcd', 'acd'],
    ['no field that was removed elsewhere', 'abc', 'abcd', 'ac', 'acd'],
  ])('has %s', (_, before, mine, theirs, merged) => {
    const draft = (ids: string) => of(...[...ids].map(id => field(id)));
    expect(orderOf(mergeDrafts(draft(before), draft(mine), draft(theirs)))).toBe(merged);
  });
});
