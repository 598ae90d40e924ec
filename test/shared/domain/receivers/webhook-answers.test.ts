import { expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { webhookAnswers } from '../../../../shared/domain/receivers/webhook-answers.ts';

const copyOf = (id: string, field: string): Field => ({ id, type: 'calculated', compute: { field } });

const file = (fileId: string) => ({ fileId, name: `${fileId}.pdf`, size: 7, type: 'application/pdf' });
const files = new Map([file('file_1'), file('file_2')].map(each => [each.fileId, each]));

it('tells of each file, or that it is gone', () => {
  const fields: Field[] = [
    { id: 'cv', type: 'file' },
    { id: 'gone', type: 'file' },
    { id: 'all', type: 'file' },
    { id: 'unanswered', type: 'file' },
    { id: 'note', type: 'text' },
  ];
  const answers = { cv: 'file_1', gone: 'file_3', all: ['file_2', 'file_3', 'file_1'], note: 'file_1' };
  expect(webhookAnswers({ fields }, answers, files)).toEqual({
    cv: file('file_1'),
    gone: null,
    all: [file('file_2'), file('file_1')],
    note: 'file_1',
  });
});

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
