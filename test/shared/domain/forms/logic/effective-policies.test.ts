import { describe, expect, it } from '@jest/globals';
import { personalFields, policiesOf } from '../../../../../shared/domain/forms/logic/effective-policies.ts';
import { weakenedFields } from '../../../../../shared/domain/forms/policy-rules.ts';
import { newForm } from '../../../../../shared/domain/forms/stored-form.ts';
import { contentOf } from '../../../../../shared/domain/receivers/integration-content.ts';
import { policedFields } from '../../../../../shared/domain/responses/policed-fields.ts';

const number = (id: string) => ({ id, type: 'number' as const });
const calculated = (id: string, compute: Record<string, unknown>) => ({ id, type: 'calculated' as const, compute });
const fields = [
  number('income'),
  number('card'),
  { id: 'plan', type: 'select' as const, options: ['Basic'] },
  calculated('copy', { field: 'card' }),
  calculated('sum', { op: '+', args: [{ field: 'income' }, 1] }),
  calculated('ofSum', { field: 'sum' }),
  calculated('scored', { score: 'plan', values: { Basic: 1 } }),
  // biome-ignore lint/suspicious/noThenProperty: the name in the format; nobody awaits a formula
  calculated('branch', { if: { not: { any: [{ field: 'income', op: 'gt', value: 9 }] } }, then: 1, else: 0 }),
  calculated('both', { op: '*', args: [{ field: 'sum' }, { field: 'copy' }] }),
  calculated('none', { op: '+', args: [1, 2] }),
];
type Policies = Parameters<typeof policiesOf>[0]['fieldPolicies'];
const formOf = (fieldPolicies: Policies, changed = fields) =>
  newForm({ title: 'T', status: 'live', fields: changed, fieldPolicies }, 'production');

describe('the policy of a calculated field', () => {
  it('is the strictest of those of all that it is made of', () => {
    expect(Object.fromEntries(policiesOf(formOf({ income: 'encrypted', card: 'masked' })))).toEqual({
      income: 'encrypted',
      card: 'masked',
      copy: 'masked',
      sum: 'encrypted',
      ofSum: 'encrypted',
      branch: 'encrypted',
      both: 'masked',
    });
    expect(policiesOf(formOf({ plan: 'masked' })).get('scored')).toBe('masked');
    expect(policiesOf(formOf({})).size).toBe(0);
  });

  it('is its own where that is stricter', () => {
    expect(policiesOf(formOf({ income: 'encrypted', sum: 'masked' })).get('sum')).toBe('masked');
    expect(policiesOf(formOf({ card: 'masked', copy: 'encrypted' })).get('copy')).toBe('masked');
  });

  it('seals, conceals and is retired as any other', () => {
    expect(policedFields({ form: formOf({ card: 'masked' }), retiredFields: [] }).get('copy')).toEqual({
      policy: 'masked',
      type: 'calculated',
    });
  });

  it('takes an admin to be weakened by another formula', () => {
    const before = { form: formOf({ card: 'masked' }), retiredFields: [] };
    const other = fields.map(field => (field.id === 'copy' ? calculated('copy', { op: '+', args: [1] }) : field));
    expect(weakenedFields(before, formOf({ card: 'masked' }, other))).toEqual(['copy', 'both']);
    expect(weakenedFields(before, formOf({ card: 'masked' }))).toEqual([]);
  });
});

it('keeps what is made of sealed and of personal answers out of integrations', () => {
  const personal = fields.map(field => (field.id === 'card' ? { ...field, pii: true } : field));
  expect([...personalFields(formOf({}, personal))]).toEqual(['card', 'copy', 'both']);
  const form = formOf({ income: 'encrypted' }, personal);
  const told = (all: boolean) =>
    contentOf(form, { id: 'sub_1', submittedAt: '', answers: {} } as never, { personal: all }).entries.map(
      ({ id }) => id,
    );
  expect(told(false)).toEqual(['plan', 'scored', 'none']);
  expect(told(true)).toEqual(['card', 'plan', 'copy', 'scored', 'none']);
});
