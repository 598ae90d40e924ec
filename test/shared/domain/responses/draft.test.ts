import { describe, expect, it } from '@jest/globals';
import { draftShown } from '../../../../shared/domain/responses/draft.ts';
import { policedFields, recordsReading } from '../../../../shared/domain/responses/policed-fields.ts';

const fields = [
  { id: 'name', type: 'text' },
  { id: 'iban', type: 'text' },
  { id: 'pay', type: 'number' },
];
const formOf = (form: object, retiredFields: object[] = []) => ({ form: { fields, ...form }, retiredFields }) as never;
const stored = formOf({ fieldPolicies: { iban: 'encrypted' } }, [
  { id: 'old', policy: 'masked', type: 'email' },
  { id: 'plain', type: 'text' },
  { id: 'iban', policy: 'masked', type: 'number' },
]);

it('names the fields with a policy, former ones too, as they are now', () => {
  expect([...policedFields(stored)]).toEqual([
    ['old', { policy: 'masked', type: 'email' }],
    ['iban', { policy: 'encrypted', type: 'text' }],
  ]);
});

it('records who reads answers that are personal or have a policy', () => {
  expect(recordsReading(formOf({}))).toBe(false);
  expect(recordsReading(stored)).toBe(true);
  expect(recordsReading(formOf({ fields: [...fields, { id: 'x', type: 'text', pii: true }] }))).toBe(true);
});

describe('a draft', () => {
  it('shows its answers, and only names those to fields with a policy and sealed ones', () => {
    const sealed = [2, 1, 'x'];
    const answers = { name: 'Ada', iban: 'DE1', pay: sealed, old: 'a@b.example', plain: 'x' } as never;
    expect(draftShown(stored, answers)).toEqual({
      answers: { name: 'Ada', plain: 'x' },
      withheld: ['iban', 'pay', 'old'],
    });
  });
});
