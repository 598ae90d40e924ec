import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { faultsOfLimits } from '../../../../shared/domain/forms/limit-rules.ts';

const limited = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: 'X', limit: 1 }));
const day: Field = { id: 'day', type: 'radio', options: ['free', { value: 'Monday', label: 'Monday', limit: 3 }] };
const name: Field = { id: 'name', type: 'text' };

type Policies = Parameters<typeof faultsOfLimits>[0]['fieldPolicies'];

const faultsOf = (changed: Partial<Field>, fieldPolicies?: Policies) =>
  faultsOfLimits({ fields: [name, { ...day, ...changed }], fieldPolicies });

describe('the limits of options', () => {
  it('are taken where each visitor chooses some, and anybody may see what is left', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ other: false }, { name: 'encrypted' })).toEqual([]);
  });

  it.each<[string, Partial<Field>, Policies, RegExp]>([
    ['a ranking', { type: 'ranking' }, undefined, /ranking names every option.*remove limit$/],
    ['an answer of the visitor’s own', { other: true }, undefined, /With other.*remove limit or other$/],
    ['encrypted answers', {}, { day: 'encrypted' }, /encrypted answers; remove limit or the policy$/],
  ])('are refused at their option beside %s', (_, changed, policies, message) => {
    expect(faultsOf(changed, policies)).toEqual([
      { field: 'fields[1].options[1].limit', rule: 'notAllowed', message: expect.stringMatching(message) },
    ]);
  });

  it('are a hundred in a form, over all of its fields', () => {
    const fields = (count: number): Field[] => [day, { ...day, id: 'meal', options: limited(count) }, name];
    expect(faultsOfLimits({ fields: fields(99) })).toEqual([]);
    expect(faultsOfLimits({ fields: fields(100) })).toEqual([
      { field: 'fields', rule: 'maxItems', message: '101 options have a limit; a form may have 100 of them' },
    ]);
  });
});
