import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import {
  chosenNames,
  chosenOptions,
  faultsOfFull,
  limitedOptions,
} from '../../../../shared/domain/forms/option-limits.ts';

const limited = (value: string, limit?: number) => ({ value, label: value.toUpperCase(), limit });
const form = {
  fields: [
    { id: 'day', type: 'radio', label: 'Day', options: ['free', limited('monday', 2), limited('friday')] },
    { id: 'meals', type: 'multiselect', label: 'Meals', options: [limited('monday', 5), limited('lunch', 3)] },
    { id: 'name', type: 'text', label: 'Name' },
  ] satisfies Field[],
};

describe('options that few may choose', () => {
  it('are those with a limit, in the order of the form, each with a name of its own', () => {
    const options = limitedOptions(form);
    expect(options.map(({ field, value, label, limit }) => [field, value, label, limit])).toEqual([
      ['day', 'monday', 'MONDAY', 2],
      ['meals', 'monday', 'MONDAY', 5],
      ['meals', 'lunch', 'LUNCH', 3],
    ]);
    expect(new Set(options.map(({ name }) => name)).size).toBe(3);
    for (const { name } of options) expect(name).toMatch(/^o[0-9a-f]{12}$/);
  });

  it('keep their names when the form changes, because places are counted by them', () => {
    const { name } = limitedOptions(form)[0] ?? {};
    const moved = { fields: [{ id: 'day', type: 'select', label: 'New', options: [limited('monday', 9)] } as Field] };
    expect(limitedOptions(moved)[0]?.name).toBe(name);
    expect(name).toBe('ode86da7179d2');
  });

  it.each([
    ['none', {}, []],
    ['none without a limit', { day: 'free', name: 'monday' }, []],
    ['one', { day: 'monday' }, ['day monday']],
    ['one of several', { meals: ['lunch', 'dinner'] }, ['meals lunch']],
    ['several', { day: 'monday', meals: ['lunch', 'monday'] }, ['day monday', 'meals monday', 'meals lunch']],
  ])('are chosen: %s', (_, answers, chosen) => {
    const options = chosenOptions(form, answers);
    expect(options.map(({ field, value }) => `${field} ${value}`)).toEqual(chosen);
    const names = options.map(({ name }) => name);
    expect(chosenNames(form, answers)).toEqual(names.length > 0 ? names : undefined);
  });

  it('are a fault of their field when they are full', () => {
    expect(faultsOfFull(limitedOptions(form).slice(0, 1))).toEqual([
      { field: 'day', rule: 'full', message: '"monday" is full; choose another option' },
    ]);
  });
});
