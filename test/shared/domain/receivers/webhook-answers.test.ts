import { expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { webhookAnswers } from '../../../../shared/domain/receivers/webhook-answers.ts';

const copyOf = (id: string, field: string): Field => ({ id, type: 'calculated', compute: { field } });

it('carries no answer that is personal or has a policy, nor what is calculated from one', () => {
  const fields: Field[] = [
    { id: 'salary', type: 'number', pii: true },
    { id: 'account', type: 'number' },
    { id: 'guests', type: 'number' },
    copyOf('ofSalary', 'salary'),
    copyOf('ofAccount', 'account'),
    copyOf('ofCopy', 'ofSalary'),
    copyOf('ofGuests', 'guests'),
  ];
  const answers = Object.fromEntries(fields.map(({ id }, index) => [id, index]));
  expect(webhookAnswers({ fields, fieldPolicies: { account: 'encrypted' } }, answers, new Map())).toEqual({
    guests: 2,
    ofGuests: 6,
  });
});
