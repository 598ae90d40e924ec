import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { addAnswers, addGoodAnswers, correctAnswers } from '../../../../shared/domain/responses/response.ts';

const fields: Field[] = [
  { id: 'name', type: 'text', required: true },
  { id: 'email', type: 'email' },
  { id: 'age', type: 'number' },
];
/** `old` is the answer to a field that the form no longer has. */
const before = { old: 'x', email: 'ada@example.com', name: 'Ada' };

/** What became of the answers, in their order, or which rules kept it from that. */
const outcome = (added: ReturnType<typeof addAnswers | typeof correctAnswers>) =>
  'faults' in added ? added.faults.map(({ field, rule }) => `${field} ${rule}`) : JSON.stringify(added.answers);

const tooLarge = { field: '', rule: 'maxBytes', message: expect.stringContaining('131072 bytes; shorten the longest') };
const large: Field[] = ['a', 'b'].map(id => ({ id, type: 'textarea' }));
const sizes = (bytes: number) => ({
  a: 'x'.repeat(100_000),
  b: 'x'.repeat(bytes - 100_000 - '{"a":"","b":""}'.length),
});

describe('a submission to a response', () => {
  it('replaces what it names, and leaves the rest in the order of the form', () => {
    const answers = '{"old":"x","name":"Eve","email":"ada@example.com","age":36}';
    expect(outcome(addAnswers(fields, before, { age: 36, name: 'Eve' }))).toBe(answers);
    expect(outcome(addAnswers(fields, before, { email: '' }))).toBe('{"old":"x","name":"Ada"}');
  });

  it('is judged with what was there before', () => {
    expect(outcome(addAnswers(fields, { old: 'x' }, { age: 36 }))).toEqual(['name required']);
    expect(outcome(addAnswers(fields, before, { old: 'y' }))).toEqual(['old unknown']);
    expect(addAnswers(fields, before, { age: 36 })).toMatchObject({ leftOut: [] });
  });

  it('takes 128 KB at most with the other answers', () => {
    expect(addAnswers(large, {}, sizes(131_072))).toHaveProperty('answers');
    expect(addAnswers(large, {}, sizes(131_073))).toEqual({ faults: [tooLarge] });
  });
});

describe('a partial submission to a response', () => {
  it('adds the answers that are right, and leaves the others out', () => {
    const added = addGoodAnswers(fields, before, { age: 'x', name: 'Eve' });
    expect(outcome(added)).toBe('{"old":"x","name":"Eve","email":"ada@example.com"}');
    expect(added).toMatchObject({ leftOut: [{ field: 'age', rule: 'type' }] });
  });

  it('may take answers away, also the only thing that it does', () => {
    expect(outcome(addGoodAnswers(fields, before, { email: '', age: 'x' }))).toBe('{"old":"x","name":"Ada"}');
    expect(outcome(addGoodAnswers(fields, before, { email: '', name: 'Eve', age: 'x' }))).toBe(
      '{"old":"x","name":"Eve"}',
    );
    expect(outcome(addGoodAnswers(fields, before, { email: null }))).toBe('{"old":"x","name":"Ada"}');
  });

  it('is refused where it would change nothing for its faults, or leave no answer', () => {
    expect(outcome(addGoodAnswers(fields, before, { age: 'x', email: '@' }))).toEqual(['email email', 'age type']);
    expect(outcome(addGoodAnswers(fields, { name: 'Ada' }, { name: '', age: 'x' }))).toEqual([
      'age type',
      ' minAnswers',
    ]);
    expect(outcome(addGoodAnswers(fields, {}, {}))).toEqual([' minAnswers']);
    expect(outcome(addGoodAnswers(fields, { name: 'Ada' }, {}))).toBe('{"name":"Ada"}');
  });

  it('is no answer that a prototype would give', () => {
    const odd: Field[] = [...fields, { id: 'toString', type: 'text' }];
    expect(outcome(addGoodAnswers(odd, {}, { name: 'Ada' }))).toBe('{"name":"Ada"}');
  });
});

describe('a correction', () => {
  const correct = (sent: object, status: 'completed' | 'partial' = 'completed', answers: object = before) =>
    outcome(correctAnswers(fields, { ...answers } as typeof before, { ...sent }, status));

  it('checks what it changes by the rules of today, and nothing else', () => {
    const wrongToday = { email: 'none', age: 'old' };
    expect(correct({ name: 'Eve' }, 'completed', wrongToday)).toBe('{"email":"none","age":"old","name":"Eve"}');
    expect(correct({ ...wrongToday, name: 'Eve' }, 'completed', wrongToday)).toContain('"name":"Eve"');
    expect(correct({ email: 'nobody' })).toEqual(['email email']);
    expect(correct({ old: 'y' })).toEqual(['old unknown']);
    expect(correct({ old: 'x' })).toBe(JSON.stringify(before));
  });

  it('takes no required answer away, unless the response is not completed', () => {
    expect(correct({ name: null })).toEqual(['name required']);
    expect(correct({ name: null }, 'partial')).toBe('{"old":"x","email":"ada@example.com"}');
    expect(correct({ name: null }, 'partial', { name: 'Ada' })).toBe('{}');
    expect(correct({ email: '' })).toBe('{"old":"x","name":"Ada"}');
  });

  it('keeps to 128 KB', () => {
    expect(correctAnswers(large, { a: 'x' }, sizes(131_073), 'completed')).toEqual({ faults: [tooLarge] });
  });
});
