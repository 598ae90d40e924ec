import { describe, expect, it } from '@jest/globals';
import {
  criterionOf,
  fingerprintOf,
  identifyingFields,
  maskedCriterion,
  matcherOf,
  mayHaveAddress,
  viewMatcherOf,
} from '../../../../shared/domain/responses/data-subject.ts';

const finds = (criterion: Parameters<typeof fingerprintOf>[0], answers: Record<string, unknown>) =>
  matcherOf(fingerprintOf(criterion))(answers);

describe('criterionOf', () => {
  it('takes an address in lower case, or a value of a field as a text', () => {
    expect(criterionOf({ email: ' Ada@Example.COM ' })).toEqual({ email: 'ada@example.com' });
    expect(criterionOf({ fieldId: 'customer', value: 4711 })).toEqual({ fieldId: 'customer', value: '4711' });
    expect(criterionOf({ fieldId: 'member', value: false })).toEqual({ fieldId: 'member', value: 'false' });
  });

  it.each([
    [{}],
    [{ fieldId: 'customer' }],
    [{ value: 1 }],
    [{ email: 'ada@example.com', fieldId: 'customer', value: 1 }],
    [{ email: 'ada@example.com', value: 1 }],
  ])('refuses what names nobody, or names somebody twice: %j', body => {
    expect(criterionOf(body)).toMatchObject({ faults: [{ field: 'email', rule: 'oneOf' }] });
  });

  it('refuses what is no address', () => {
    expect(criterionOf({ email: 'ada' })).toMatchObject({ faults: [{ field: 'email', rule: 'email' }] });
  });
});

describe('a fingerprint', () => {
  it('knows a domain in both spellings, and a value of a field in any case and composition', () => {
    for (const email of ['ada@müller.example', 'ada@xn--mller-kva.example', 'ADA@MU\u0308LLER.example']) {
      const criterion = criterionOf({ email });
      expect(criterion).toEqual({ email: 'ada@xn--mller-kva.example' });
      expect(finds({ email: 'ada@xn--mller-kva.example' }, { from: email })).toBe(true);
    }
    const criterion = criterionOf({ fieldId: 'name', value: 'Zoë  Groß'.replace('  ', ' ') });
    if ('faults' in criterion) throw new Error('It is refused');
    expect(finds(criterion, { name: 'ZOE\u0308 GROSS ' })).toBe(true);
    expect(finds(criterion, { name: 'Zoe Groß' })).toBe(false);
    // As a request of 0.2.0 that is running has stored it.
    const { folded: _, ...former } = fingerprintOf({ fieldId: 'name', value: 'Zoë' });
    expect([matcherOf(former)({ name: 'Zoë' }), matcherOf(former)({ name: 'zoë' })]).toEqual([true, false]);
  });

  const ada = { email: 'ada@example.com' };

  it('does not hold whom it is of, and is another each time', () => {
    const [one, other] = [fingerprintOf(ada), fingerprintOf(ada)];
    expect(JSON.stringify(one)).not.toContain('example');
    expect(one.hash).not.toBe(other.hash);
  });

  it.each([
    ['an address', { email: 'ada@example.com' }],
    ['in another case', { email: 'Ada@EXAMPLE.com' }],
    ['with blanks around it', { email: ' ada@example.com\n' }],
    ['with invisible characters', { email: '\u200Bada@exam\u00ADple.com\uFEFF' }],
    ['in wide letters', { email: 'ａｄａ＠ｅｘａｍｐｌｅ.com' }],
    ['in a field of any type', { colleague: 'ada@example.com' }],
    ['among several', { people: ['grace@example.com', 'ada@example.com'] }],
    ['in a matrix', { people: { first: 'ada@example.com' } }],
    ['behind the name of a prototype', { constructor: 'ada@example.com' }],
  ])('knows an answer again: %s', (_, answers) => {
    expect(finds(ada, answers)).toBe(true);
  });

  it.each([
    ['another address', { email: 'ada@example.org' }],
    ['a tagged one', { email: 'ada+forms@example.com' }],
    ['a text that contains it', { message: 'Write to ada@example.com' }],
    ['no answers', {}],
    ['other kinds of answers', { age: 36, agreed: true, nothing: null }],
  ])('knows what is not hers: %s', (_, answers) => {
    expect(finds(ada, answers)).toBe(false);
  });

  it('of a value looks at its field alone, and takes it exactly', () => {
    const customer = { fieldId: 'customer', value: '4711' };
    expect(finds(customer, { customer: 4711 })).toBe(true);
    expect(finds(customer, { customer: '4711' })).toBe(true);
    expect(finds(customer, { customer: ['1', '4711'] })).toBe(true);
    expect(finds(customer, { customer: '47110', other: '4711' })).toBe(false);
    expect(finds({ fieldId: 'name', value: 'Ada' }, { name: 'ada' })).toBe(false);
    expect(finds({ fieldId: 'toString', value: String(Object.prototype.toString) }, {})).toBe(false);
  });
});

describe('maskedCriterion', () => {
  it('shows as much as is needed to know it by', () => {
    expect(maskedCriterion({ email: 'ada@mail.example.com' })).toEqual({ email: 'a***@m***.com' });
    expect(maskedCriterion({ email: 'ada@localhost' })).toEqual({ email: 'a***@l***' });
    expect(maskedCriterion({ fieldId: 'iban', value: 'DE02120300000000202051' })).toEqual({
      fieldId: 'iban',
      value: '***2051',
    });
    expect(maskedCriterion({ fieldId: 'customer', value: '4711' })).toEqual({ fieldId: 'customer', value: '***' });
  });
});

describe('a saved view', () => {
  const email = viewMatcherOf(fingerprintOf({ email: 'ada@example.com' }));
  const value = viewMatcherOf(fingerprintOf({ fieldId: 'customer', value: '47 11' }));

  it.each<[Parameters<typeof email>[0], boolean]>([
    [{ name: 'ada@example.com', filters: {} }, true],
    [{ name: 'All of <Ada@Example.com>; open', filters: {} }, true],
    [{ name: 'x', filters: { q: '"ada@example.com"' } }, true],
    [{ name: 'x', filters: { answers: { 'mail][eq': 'a@b.example|ada@example.com' } } }, true],
    [{ name: 'x', filters: { answers: { mail: '(ada@example.com)' } } }, true],
    [{ name: 'ada', filters: { q: 'example.com', answers: { mail: 'grace@example.com' } } }, false],
    [{ name: 'sada@example.com', filters: {} }, false],
  ])('names an address among other words: %j', (view, names) => expect(email(view)).toBe(names));

  it.each<[Parameters<typeof value>[0], boolean]>([
    [{ name: '47 11', filters: {} }, true],
    [{ name: 'x', filters: { q: ' 47 11 ' } }, true],
    [{ name: 'x', filters: { answers: { customer: '12, 47 11' } } }, true],
    [{ name: 'x', filters: { answers: { 'customer][contains': '47 11' } } }, true],
    [{ name: 'x', filters: { answers: { age: '47 11' } } }, false],
    [{ name: 'x', filters: { answers: { 'age][customer': '47 11' } } }, false],
    [{ name: 'the 47 11', filters: {} }, false],
    [{ name: 'x', filters: {} }, false],
  ])('names a value alone or in a list, in a condition of its field: %j', (view, names) =>
    expect(value(view)).toBe(names),
  );
});

it('has a field that names a person, or had one', () => {
  const form = {
    fields: [
      { id: 'mail', type: 'email' },
      { id: 'name', type: 'text' },
      { id: 'no', type: 'text', identifies: true },
    ],
  };
  const retiredFields = [{ id: 'old', identifies: true }, { id: 'plain' }];
  expect([...identifyingFields({ form, retiredFields } as never)]).toEqual(['mail', 'no', 'old']);
});

it('may have an address where there is an @, in any spelling', () => {
  expect(['a@b', 'a\uFF20b', 'a\uFE6Bb', 'ab', ''].map(mayHaveAddress)).toEqual([true, true, true, false, false]);
});

it('says what names a person, and what an address is', () => {
  const message = (body: Parameters<typeof criterionOf>[0]) => {
    const criterion = criterionOf(body);
    return 'faults' in criterion ? criterion.faults[0]?.message : undefined;
  };
  expect(message({})).toBe('name the person either by email, or by fieldId and value');
  expect(message({ email: 'ada' })).toBe('must be an email address such as ada@example.com');
  expect(message({ fieldId: 'customer', value: 1, email: 'ada@example.com' })).toContain('either by email');
});

it('shows the last four characters of a value of more than eight', () => {
  const shown = (value: string) => maskedCriterion({ fieldId: 'f', value });
  expect(shown('12345678')).toEqual({ fieldId: 'f', value: '***' });
  expect(shown('123456789')).toEqual({ fieldId: 'f', value: '***6789' });
});
