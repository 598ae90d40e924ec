import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { checkAnswers } from '../../../../shared/domain/responses/answers.ts';

const check = (fields: readonly Field[], body: unknown, partial = false) => checkAnswers(fields, body, { partial });

const rulesOf = (fields: readonly Field[], body: unknown, partial = false) => {
  const checked = check(fields, body, partial);
  return 'faults' in checked ? checked.faults.map(({ field, rule }) => `${field} ${rule}`) : [];
};

describe('a submission', () => {
  const fields: Field[] = [
    { id: 'name', type: 'text', required: true },
    { id: 'email', type: 'email', required: true },
    { id: 'age', type: 'number', validate: { min: 18 } },
  ];

  it('with right answers gives them in the order of the form', () => {
    const checked = check(fields, { age: 36, email: 'ada@example.com', name: 'Ada' });
    expect(JSON.stringify(checked)).toBe('{"answers":{"name":"Ada","email":"ada@example.com","age":36}}');
  });

  it('has every fault listed, not only the first', () => {
    expect(rulesOf(fields, { email: 'ada', age: 3, nmae: 'Ada' })).toEqual([
      'name required',
      'email email',
      'age min',
      'nmae unknown',
    ]);
  });

  it('counts null and "" as not answered', () => {
    expect(rulesOf(fields, { name: '', email: null })).toEqual(['name required', 'email required']);
    expect(check([{ id: 'a', type: 'number' }], { a: '' })).toEqual({ answers: Object.create(null) });
  });

  it('counts 0 and a blank as answers', () => {
    const loose: Field[] = [
      { id: 'n', type: 'number', required: true },
      { id: 't', type: 'text', required: true },
    ];
    expect(rulesOf(loose, { n: 0, t: ' ' })).toEqual([]);
  });

  it.each([[null], [[]], ['text'], [1], [true], [undefined]])('that is no object is refused: %j', body => {
    expect(rulesOf(fields, body)).toEqual([' type']);
  });

  it('is told what a body is to be', () => {
    const checked = [check([], 'text'), check([{ id: 'a', type: 'text' }], {}, true)];
    expect(checked).toMatchObject([
      { faults: [{ message: expect.stringMatching(/^The body must be a flat JSON object that maps field ids/) }] },
      { faults: [{ message: expect.stringMatching(/^A partial submission needs at least one answer/) }] },
    ]);
  });

  it('that is partial needs one answer and no more', () => {
    expect(rulesOf(fields, { name: 'Ada' }, true)).toEqual([]);
    expect(rulesOf(fields, {}, true)).toEqual([' minAnswers']);
    expect(rulesOf(fields, { name: '', age: null }, true)).toEqual([' minAnswers']);
  });

  it('that is partial keeps the rules of what it answers', () => {
    expect(rulesOf(fields, { email: 'ada@' }, true)).toEqual(['email email']);
  });
});

describe('an answer to a field that the form does not have', () => {
  const fields: Field[] = [
    { id: 'firstName', type: 'text' },
    { id: 'email', type: 'email' },
  ];
  const messages = (body: unknown) => {
    const checked = check(fields, body);
    return 'faults' in checked ? checked.faults.map(({ message }) => message) : [];
  };

  it('is refused by its name, with the field that was meant where one is close', () => {
    expect(messages({ first_name: 'Ada', emial: 'a@b.de', shoeSize: 42 })).toEqual([
      'The form has no field "first_name"; did you mean "firstName"?',
      'The form has no field "emial"; did you mean "email"?',
      'The form has no field "shoeSize"; remove it',
    ]);
  });

  it('is refused even when it is null', () => {
    expect(rulesOf(fields, { nothing: null })).toEqual(['nothing unknown']);
  });

  it('is named for the first hundred, and counted from there', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
    const found = messages(many);
    expect(found).toHaveLength(101);
    expect(found.at(-1)).toBe('The form does not have 19900 more of the fields sent; remove them');
    expect(rulesOf(fields, many).at(-1)).toBe(' unknown');
    expect(messages(Object.fromEntries(Object.entries(many).slice(0, 100)))).toHaveLength(100);
  });

  it('may be the name that somebody has put all answers under: that is said before what is missing', () => {
    const required = fields.map(field => ({ ...field, required: true }));
    expect(rulesOf(required, { answers: { firstName: 'Ada' } })[0]).toBe('answers unknown');
    expect(messages({ answers: { firstName: 'Ada' } })).toEqual([
      'The form has no field "answers"; answers are not nested: send each at the top of the body',
    ]);
  });

  it('is compared with the fields there are for the first ten', () => {
    const misspelt = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`email${String.fromCharCode(97 + index)}`, 1]),
    );
    expect(messages(misspelt).map(message => message.endsWith('did you mean "email"?'))).toEqual([
      ...Array(10).fill(true),
      ...[false, false],
    ]);
  });

  it('is named in short when its name is long, and no character of it is cut in two', () => {
    const checked = check(fields, { ['x'.repeat(100_000)]: 1, [`x${'😀'.repeat(100)}`]: 1 });
    expect(JSON.stringify(checked).length).toBeLessThan(1_000);
    expect(JSON.stringify(checked).includes('\\ud83d')).toBe(false);
    expect(rulesOf(fields, { ['x'.repeat(100)]: 1, ['y'.repeat(101)]: 1 })).toEqual([
      `${'x'.repeat(100)} unknown`,
      `${'y'.repeat(100)}… unknown`,
    ]);
  });
});

describe('hostile keys', () => {
  const body = JSON.parse('{"__proto__": {"admin": true}, "constructor": "x", "toString": "y", "a": "z"}');

  it('are refused by name, and reach no prototype', () => {
    expect(rulesOf([{ id: 'a', type: 'text' }], body)).toEqual([
      '__proto__ unknown',
      'constructor unknown',
      'toString unknown',
    ]);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('are not taken for answers to fields of that name that were not sent', () => {
    const fields: Field[] = [{ id: 'constructor', type: 'text', required: true }];
    expect(rulesOf(fields, {})).toEqual(['constructor required']);
  });

  it('are ordinary answers for a form that has such fields', () => {
    const fields: Field[] = ['__proto__', 'constructor', 'toString', 'a'].map(id => ({ id, type: 'text' }));
    const checked = check(fields, JSON.parse('{"__proto__": "p", "constructor": "c", "toString": "t", "a": "z"}'));
    expect(JSON.stringify(checked)).toBe('{"answers":{"__proto__":"p","constructor":"c","toString":"t","a":"z"}}');
  });
});
