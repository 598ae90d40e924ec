import { expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { breachesOf } from '../../../../shared/domain/forms/answer-breaches.ts';

const field: Field = { id: 'code', type: 'text', validate: { pattern: '^[a-z]+$', maxLength: 5 } };

it('an answer matches the pattern of its field', () => {
  expect(breachesOf(field, 'abc')).toEqual([]);
  expect(breachesOf(field, 'ABC')).toEqual([{ rule: 'pattern', message: 'Must match the pattern ^[a-z]+$' }]);
  expect(breachesOf({ id: 'code', type: 'text' }, 'ABC')).toEqual([]);
});

it('one that breaks another rule is told of both, and is not matched where it is longer than patterns are weighed for', () => {
  const rulesOf = (answer: unknown, validate = field.validate) =>
    breachesOf({ ...field, validate }, answer).map(({ rule }) => rule);
  expect(rulesOf('A', { pattern: '^[a-z]+$', minLength: 2 })).toEqual(['minLength', 'pattern']);
  expect(rulesOf('ABCDEF')).toEqual(['maxLength']);
  expect(rulesOf(7)).toEqual(['type']);
});
