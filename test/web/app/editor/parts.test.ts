import { describe, expect, it } from '@jest/globals';
import { differencesOf, mergeDrafts } from '../../../../shared/domain/forms/form-changes.ts';
import { evaluate } from '../../../../shared/domain/forms/logic/evaluate.ts';
import {
  changedChoices,
  choicesOf,
  limitedChoice,
  linesOf,
  relabelledChoice,
  revaluedChoice,
  unlimitedChoices,
} from '../../../../web/app/pages/editor/model/choices.ts';
import { conditionOf, groupOf } from '../../../../web/app/pages/editor/model/conditions.ts';
import type { Condition, Draft, Field } from '../../../../web/app/pages/editor/model/draft.ts';
import { faultsOf } from '../../../../web/app/pages/editor/model/faults.ts';
import {
  duplicateField,
  relabelField,
  removeField,
  renameField,
} from '../../../../web/app/pages/editor/model/fields.ts';
import { begin, pushState, settle, undo } from '../../../../web/app/pages/editor/model/history.ts';
import { freeId, slugOf } from '../../../../web/app/pages/editor/model/ids.ts';
import { namingsOf } from '../../../../web/app/pages/editor/model/references.ts';
import { retypeField } from '../../../../web/app/pages/editor/model/retype.ts';
import {
  coverageOf,
  translateText,
  translationOf,
  withLanguage,
} from '../../../../web/app/pages/editor/model/texts.ts';
import { forgetUnsaved, keepUnsaved, readUnsaved } from '../../../../web/app/pages/editor/model/unsaved-draft.ts';
import { fc } from '../../../support/properties.ts';
import { words } from './actions.ts';

const formOf = (...fields: Field[]): Draft => ({ title: 'A form', status: 'draft', fields });
const nothing: ReadonlySet<string> = new Set();

const pet: Field = { id: 'pet', type: 'radio', label: 'Pet', options: ['dog', { value: 'cat', label: 'Cat' }] };
const name: Field = {
  id: 'name',
  type: 'text',
  label: 'Its name',
  visibleIf: {
    any: [
      { field: 'pet', op: 'in', value: ['dog', 'cat'] },
      { field: 'pet', op: 'eq', value: 'dog' },
    ],
  },
};
const fee: Field = {
  id: 'fee',
  type: 'calculated',
  label: 'Fee',
  compute: { op: '*', args: [{ score: 'pet', values: { dog: 10, cat: 5 }, else: 1 }, 2] },
};
const pets: Draft = {
  ...formOf(pet, name, fee),
  fieldPolicies: { pet: 'encrypted' },
  language: 'en',
  texts: { de: { fields: { pet: { label: 'Tier', options: { dog: 'Hund', cat: 'Katze' } } } } },
};

describe('what names a field', () => {
  it('is told before the field goes, and goes with it', () => {
    expect(namingsOf(pets.fields, 'pet')).toEqual([
      { id: 'name', by: 'visibleIf' },
      { id: 'fee', by: 'compute' },
    ]);
    const { draft, selected } = removeField(pets, 'pet');
    expect(selected).toBe('name');
    expect(draft.fields).toEqual([
      { id: 'name', type: 'text', label: 'Its name' },
      { id: 'fee', type: 'calculated', label: 'Fee', compute: { op: '*', args: [1, 2] } },
    ]);
    expect(draft.fieldPolicies).toBeUndefined();
    expect(draft.texts).toEqual({ de: {} });
    expect(faultsOf(draft)).toEqual([]);
  });

  it('follows another id, with its policy and its texts', () => {
    const { draft } = renameField(pets, 'pet', 'animal');
    expect(namingsOf(draft.fields, 'animal')).toEqual(namingsOf(pets.fields, 'pet'));
    expect(draft.fieldPolicies).toEqual({ animal: 'encrypted' });
    expect(draft.texts?.de?.fields).toEqual({ animal: pets.texts?.de?.fields?.pet });
    expect(faultsOf(draft)).toEqual([]);
  });

  it('follows another value of an option, and forgets one that is gone', () => {
    const place = { id: 'pet', list: 'options' as const, place: 0 };
    const hound = revaluedChoice(pets, place, 'hound');
    expect(hound.fields[1]?.visibleIf).toEqual({
      any: [
        { field: 'pet', op: 'in', value: ['hound', 'cat'] },
        { field: 'pet', op: 'eq', value: 'hound' },
      ],
    });
    expect(hound.fields[2]?.compute).toEqual({
      op: '*',
      args: [{ score: 'pet', values: { hound: 10, cat: 5 }, else: 1 }, 2],
    });
    expect(hound.texts?.de?.fields?.pet?.options).toEqual({ hound: 'Hund', cat: 'Katze' });

    const cats = changedChoices(pets, 'pet', 'options', [{ value: 'cat', label: 'Cat' }]);
    expect(cats.fields[1]?.visibleIf).toEqual({ any: [{ field: 'pet', op: 'in', value: ['cat'] }] });
    expect(faultsOf(cats)).toEqual([]);
  });
});

describe('a new name', () => {
  it('becomes the id of a field that the service does not have, as long as nobody chose another', () => {
    const form = formOf({ id: 'text', type: 'text', label: 'Short text' });
    const first = relabelField(form, 'text', 'Größe (cm)', nothing);
    expect(first.selected).toBe('grosse_cm');
    expect(relabelField(first.draft, 'grosse_cm', 'Height', nothing).selected).toBe('height');
    expect(relabelField(first.draft, 'grosse_cm', 'Height', new Set(['grosse_cm'])).selected).toBe('grosse_cm');
    const chosen = renameField(first.draft, 'grosse_cm', 'size').draft;
    expect(relabelField(chosen, 'size', 'Height', nothing).selected).toBe('size');
  });

  it('is an id, and free', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.constantFrom('a', 'a_2', 'text')), (label, taken) => {
        const id = freeId(slugOf(label) || 'text', new Set<string>(taken));
        expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
        expect(new Set<string>(taken).has(id) || id in Object.prototype).toBe(false);
      }),
    );
  });

  it('leaves the value of an option that answers have', () => {
    const place = { id: 'pet', list: 'options' as const, place: 0 };
    expect(relabelledChoice(pets, place, 'Hound', true).fields[0]?.options?.[0]).toEqual({
      value: 'dog',
      label: 'Hound',
    });
    const other = relabelledChoice(pets, place, 'Hound', false);
    expect(other.fields[0]?.options?.[0]).toBe('Hound');
    expect(faultsOf(other)).toEqual([]);
  });

  it('stands beside the one of its original, with its policy and texts', () => {
    const { draft, selected } = duplicateField(pets, 'pet', new Set(['pet_2']));
    expect(selected).toBe('pet_3');
    expect(draft.fields.map(({ id }) => id)).toEqual(['pet', 'pet_3', 'name', 'fee']);
    expect(draft.fieldPolicies).toEqual({ pet: 'encrypted', pet_3: 'encrypted' });
    expect(draft.texts?.de?.fields?.pet_3).toEqual(draft.texts?.de?.fields?.pet);
    expect(faultsOf(draft)).toEqual([]);
  });
});

describe('conditions', () => {
  const comparison = fc.record({
    field: fc.constantFrom('a', 'b', 'c'),
    op: fc.constantFrom('eq' as const, 'ne' as const, 'answered' as const),
    value: fc.constantFrom('x', 'y'),
  });
  const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      comparison,
      fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('condition') }),
    ),
  }));
  const answers = fc.record(
    { a: fc.constantFrom('x', 'y', ''), b: fc.constantFrom('x', 'y'), c: fc.constantFrom('x', 'z') },
    { requiredKeys: [] },
  );

  it('mean the same as groups', () => {
    const fieldsWith = (visibleIf: Condition | undefined) =>
      [...['a', 'b', 'c'].map(id => ({ id, type: 'text' })), { id: 'd', type: 'text', visibleIf }] as Field[];
    fc.assert(
      fc.property(condition, answers, (written, sent) => {
        const built = conditionOf(groupOf(written));
        const isShown = (visibleIf: Condition | undefined) => evaluate(fieldsWith(visibleIf), sent).visible.has('d');
        expect(isShown(built)).toBe(isShown(written));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the limit of an option', () => {
  const options = [{ value: 'Yoga', label: 'Yoga', limit: 3 }, 'Rest'];
  const draft = () => formOf({ id: 'a', type: 'select', options });
  const place = { id: 'a', list: 'options' as const, place: 0 };
  const optionsOf = ({ fields: [field] }: Draft) => field?.options;

  it('stays with it, whatever else of it changes', () => {
    const renamed = { value: 'Yin', label: 'Yin', limit: 3 };
    expect(optionsOf(relabelledChoice(draft(), place, 'Yin', false))).toEqual([renamed, 'Rest']);
    expect(optionsOf(relabelledChoice(draft(), place, 'Yin', true))).toEqual([{ ...renamed, value: 'Yoga' }, 'Rest']);
    expect(optionsOf(revaluedChoice(draft(), place, 'y'))).toEqual([{ ...(options[0] as object), value: 'y' }, 'Rest']);
    expect(choicesOf('Rest\nYoga', options)).toEqual(['Rest', options[0]]);
  });

  it('is set and removed, and none of a ranking', () => {
    expect(optionsOf(limitedChoice(draft(), { id: 'a', place: 1 }, 2))).toEqual([
      options[0],
      { value: 'Rest', label: 'Rest', limit: 2 },
    ]);
    expect(optionsOf(limitedChoice(draft(), { id: 'a', place: 0 }))).toEqual(['Yoga', 'Rest']);
    expect(optionsOf(unlimitedChoices(draft(), 'a'))).toEqual(['Yoga', 'Rest']);
    expect(optionsOf(retypeField(draft(), 'a', 'ranking', words))).toEqual(['Yoga', 'Rest']);
  });
});

describe('choices as lines', () => {
  it('are those that were written', () => {
    const choices = ['Red', { value: 'g', label: 'Green' }];
    expect(linesOf(choices)).toBe('Red\nGreen | g');
    expect(choicesOf(linesOf(choices), choices)).toEqual(choices);
    expect(choicesOf('  Blue \r\n\nGreen\nRed\nRed\n', choices)).toEqual([
      'Blue',
      { value: 'g', label: 'Green' },
      'Red',
    ]);
  });
});

describe('faults', () => {
  it('stand at their fields', () => {
    const form: Draft = {
      ...formOf(
        { id: 'name', type: 'text', label: 'Name', validate: { minLength: 5, maxLength: 2 } },
        { id: 'pet', type: 'radio', label: 'Pet', options: ['dog', ''], visibleIf: { field: 'fee', op: 'answered' } },
      ),
      title: ' ',
      fieldPolicies: { name: 'masked' },
      language: 'en',
      texts: { de: { fields: { pet: { options: { cow: 'Kuh' } } } } },
    };
    expect(faultsOf(form).map(({ id, at, rule }) => [id, at, rule])).toEqual([
      [undefined, 'title', 'blank'],
      ['pet', 'options[1]', 'blank'],
      ['name', 'validate.minLength', 'range'],
      ['pet', 'visibleIf.field', 'unknown'],
      ['pet', 'texts.options.cow', 'unknown'],
    ]);
    expect(faultsOf(formOf(), 'live').map(({ at, rule }) => [at, rule])).toEqual([['fields', 'minItems']]);
  });
});

describe('texts in other languages', () => {
  it('are counted, and left out where they are empty', () => {
    const form = withLanguage(formOf(pet), 'de', 'en');
    expect(form.language).toBe('en');
    expect(coverageOf(form, 'de')).toEqual({ done: 0, of: 4 });
    const path = ['fields', 'pet', 'options', 'cat'];
    const told = translateText(form, 'de', path, 'Katze');
    expect(told.texts).toEqual({ de: { fields: { pet: { options: { cat: 'Katze' } } } } });
    expect(translationOf(told, 'de', path)).toBe('Katze');
    expect(coverageOf(told, 'de')).toEqual({ done: 1, of: 4 });
    expect(translateText(told, 'de', path, '').texts).toEqual({ de: {} });
  });
});

describe('a form that was changed elsewhere', () => {
  const base = formOf(pet, name);
  const mine = formOf(pet, { ...name, label: 'Name of it' });
  const theirs: Draft = { ...formOf({ ...pet, label: 'Animal' }, { ...name, label: 'Call it' }, fee), title: 'Theirs' };

  it('says what is different, and what clashes', () => {
    expect(differencesOf(base, mine, theirs).map(each => [each.kind, each.name, each.clashes])).toEqual([
      ['setting', 'title', false],
      ['changed', 'pet', false],
      ['changed', 'name', true],
      ['added', 'fee', false],
    ]);
  });

  it('keeps what was changed there beside what was changed here', () => {
    const both = mergeDrafts(base, mine, theirs);
    expect(both.title).toBe('Theirs');
    expect(both.fields.map(({ label }) => label)).toEqual(['Animal', 'Name of it', 'Fee']);
  });
});

describe('steps', () => {
  it('are words, not letters', () => {
    const typed = ['N', 'Na', 'Nam'].reduce((history, text) => pushState(history, text, 'label'), begin(''));
    expect(undo(typed).present).toBe('');
    const two = pushState(settle(typed), 'Name', 'label');
    expect(undo(two).present).toBe('Nam');
  });
});

describe('what is not saved', () => {
  it('is kept, until it is what is stored', () => {
    const items = new Map<string, string>();
    const shelf = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const kept = { base: formOf(pet), draft: pets, at: '2026-01-31T09:30:00Z' };
    keepUnsaved(shelf, 'form_1', kept);
    expect(readUnsaved(shelf, 'form_1', formOf(pet))).toEqual(kept);
    expect(readUnsaved(shelf, 'form_1', pets)).toBeUndefined();
    expect(readUnsaved(shelf, 'form_2', formOf(pet))).toBeUndefined();
    forgetUnsaved(shelf, 'form_1');
    expect(readUnsaved(shelf, 'form_1', formOf(pet))).toBeUndefined();
    items.set('formline:draft:form_1', '{');
    expect(readUnsaved(shelf, 'form_1', formOf(pet))).toBeUndefined();
  });
});
