import { expect, it } from '@jest/globals';
import { faultsOfPolicies, weakenedFields } from '../../../../shared/domain/forms/policy-rules.ts';

const fields = [
  { id: 'name', type: 'text' },
  { id: 'cv', type: 'file' },
  { id: 'hello', type: 'statement' },
  { id: 'more', type: 'page' },
] as const;

it('a policy is of a field that has an answer, and leaves a file to be opened by somebody', () => {
  expect(faultsOfPolicies({ fields })).toEqual([]);
  expect(faultsOfPolicies({ fields, fieldPolicies: { name: 'masked', cv: 'encrypted' } })).toEqual([]);
  const none = (type: string) => `A field of type ${type} has no answer; remove its policy`;
  expect(
    faultsOfPolicies({ fields, fieldPolicies: { cv: 'masked', hello: 'masked', more: 'encrypted', gone: 'masked' } }),
  ).toEqual([
    {
      field: 'fieldPolicies.cv',
      rule: 'notAllowed',
      message: 'A file cannot be masked, since nobody could open it. Use encrypted: then editors and above can open it',
    },
    { field: 'fieldPolicies.hello', rule: 'notAllowed', message: none('statement') },
    { field: 'fieldPolicies.more', rule: 'notAllowed', message: none('page') },
    {
      field: 'fieldPolicies.gone',
      rule: 'unknown',
      message: 'The form has no field "gone"; a policy\'s key is the id of a field',
    },
  ]);
});

it.each([
  ['masked', undefined, ['name']],
  ['masked', 'encrypted', ['name']],
  ['encrypted', undefined, ['name']],
  ['encrypted', 'masked', []],
  ['masked', 'masked', []],
  [undefined, 'encrypted', []],
  [undefined, undefined, []],
] as const)('a field that was %s and is %s shows more, or not', (before, after, weakened) => {
  const of = (policy: 'masked' | 'encrypted' | undefined) => ({
    fields: [
      { id: 'name', type: 'text' as const },
      { id: 'toString', type: 'text' as const },
    ],
    ...(policy && { fieldPolicies: { name: policy } }),
  });
  expect(weakenedFields({ form: of(before), retiredFields: [] }, of(after))).toEqual(weakened);
  const retiredFields = [{ id: 'name', ...(before && { policy: before }) }, { id: 'other' }];
  expect(weakenedFields({ form: { fields: [] }, retiredFields }, of(after))).toEqual(weakened);
});
