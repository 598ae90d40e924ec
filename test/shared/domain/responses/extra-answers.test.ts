import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { droppedExtras, partExtras, withExtras } from '../../../../shared/domain/responses/extra-answers.ts';

const fields = [
  { id: 'email', type: 'email' },
  { id: 'name', type: 'text' },
];
const formThat = (extraFields?: 'keep' | 'drop' | 'refuse') => ({ fields, extraFields }) as unknown as Form;
const parted = (form: Form, body: object, fromPage = false, before: object = {}) =>
  partExtras(form, before as never, body as never, fromPage);
const none = { extras: {}, faults: [], dropped: [] };
const many = (count: number, start = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${start + index}`, 'y']));

describe('answers without a field', () => {
  it('are left for the rules to refuse, of a server unless the form says otherwise', () => {
    const body = { name: 'Ada', age: '7' };
    expect(parted(formThat(), body)).toEqual({ ...none, asked: body });
    expect(parted(formThat('refuse'), body, true)).toEqual({ ...none, asked: body });
    expect(parted(formThat('keep'), { name: 'Ada' })).toEqual({ ...none, asked: { name: 'Ada' } });
  });

  it('are dropped of a page, unless nothing would be left', () => {
    const body = { name: 'Ada', age: '7' };
    expect(parted(formThat(), body, true)).toEqual({ ...none, asked: { name: 'Ada' }, dropped: ['age'] });
    expect(parted(formThat('drop'), body)).toEqual({ ...none, asked: { name: 'Ada' }, dropped: ['age'] });
    const nested = { answers: { name: 'Ada' }, v: '1' };
    expect(parted(formThat(), nested, true)).toEqual({ ...none, asked: nested });
    expect(parted(formThat(), { ...nested, name: 'x' }, true).dropped).toEqual(['answers', 'v']);
    expect(parted(formThat(), { age: '7' }, true).dropped).toEqual(['age']);
  });

  it('are kept as texts where the form keeps them; an empty one or null removes it', () => {
    const body = { name: 'Ada', town: 'London', note: '', old: null };
    expect(parted(formThat('keep'), body)).toEqual({
      ...{ asked: { name: 'Ada' }, extras: { town: 'London', note: null, old: null }, faults: [], dropped: [] },
    });
    const extras = { town: 'London', note: null, old: null };
    expect(withExtras({ name: 'Ada', old: 'x', town: 'Rome' }, extras)).toEqual({ name: 'Ada', town: 'London' });
  });

  it.each<[string, unknown, string]>([
    ['age', 7, 'type'],
    ['age', {}, 'type'],
    ['age', 'a'.repeat(10_001), 'type'],
    ['_age', 'x', 'name'],
    ['', 'x', 'name'],
    ['a\u0000', 'x', 'name'],
    ['constructor', 'x', 'name'],
    ['a'.repeat(101), 'x', 'name'],
  ])('are refused by themselves: %s', (name, answer, rule) => {
    const { faults, extras } = parted(formThat('keep'), { [name]: answer, town: 'London' });
    const field = name.length > 100 ? `${'a'.repeat(100)}…` : name;
    expect(faults).toMatchObject([{ field, rule }]);
    expect(extras).toEqual({ town: 'London' });
  });

  it('say what they may be', () => {
    const messageOf = (body: object) => parted(formThat('keep'), body).faults[0]?.message;
    expect(messageOf({ age: 7 })).toBe('Must be a text of at most 10000 characters: the form has no such field');
    expect(messageOf({ _age: 'x' })).toContain('must have 1 to 100 characters, no control characters');
  });

  it.each<[string, unknown]>([
    ['a'.repeat(100), 'x'],
    ['my_age', 'x'],
    ['age', 'a'.repeat(10_000)],
  ])('may be as long as this: %s', (name, answer) =>
    expect(parted(formThat('keep'), { [name]: answer }).faults).toEqual([]),
  );

  it('are fifty at most, with those that are there', () => {
    const rulesOf = (body: object, before = {}) =>
      parted(formThat('keep'), body, false, before).faults.map(({ rule }) => rule);
    expect(rulesOf(many(50))).toEqual([]);
    expect(rulesOf(many(51))).toEqual(['maxExtraFields']);
    expect(rulesOf(many(10), { name: 'Ada', ...many(50) })).toEqual([]);
    expect(rulesOf(many(10), many(45, 5))).toEqual([]);
    expect(rulesOf(many(10), many(46, 5))).toEqual(['maxExtraFields']);
    const wrong = { ...many(60), x0: 7, x55: 7 };
    expect(rulesOf(wrong)).toEqual(['type', 'maxExtraFields']);
    expect(parted(formThat('keep'), { ...many(51), name: 'Ada' })).toEqual({
      ...{ asked: { name: 'Ada' }, extras: {}, dropped: [] },
      faults: [
        { field: '', rule: 'maxExtraFields', message: 'A response can have at most 50 answers without a field' },
      ],
    });
  });
});

describe('what was dropped', () => {
  it('is told, with the field that may be meant', () => {
    expect(droppedExtras(formThat(), { emial: 'x', zzz: 'y', name: 'Ada' })).toEqual([
      {
        ...{ field: 'emial', rule: 'unknown' },
        message: 'The form has no field "emial": the answer was dropped; did you mean "email"?',
      },
      { field: 'zzz', rule: 'unknown', message: 'The form has no field "zzz": the answer was dropped' },
    ]);
  });

  it('is told a hundred times, with ten hints', () => {
    const names = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`email${index}`, 'x']));
    const faults = droppedExtras(formThat(), names);
    expect(faults).toHaveLength(100);
    expect(faults.filter(({ message }) => message.includes('did you mean'))).toHaveLength(10);
  });
});
