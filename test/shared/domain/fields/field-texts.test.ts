import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import { faultsOfTexts } from '../../../../shared/domain/fields/field-texts.ts';

const rulesOf = (texts: Partial<Field>) =>
  faultsOfTexts({ id: 'a', type: 'text', ...texts }).map(({ field, rule }) => `${field} ${rule}`);

describe('a text of a field', () => {
  it.each(['name', 'on', 'off', 'shipping postal-code', 'section-two billing work email', 'home tel', 'bday'])(
    'takes the token %s for autocomplete',
    autocomplete => expect(rulesOf({ autocomplete })).toEqual([]),
  );

  it.each(['Name', 'shipping', 'home name', 'email shipping', '', 'section- name', 'name  ', 'tel tel', 'constructor'])(
    'takes no %j for autocomplete',
    autocomplete => expect(rulesOf({ autocomplete })).toEqual(['autocomplete pattern']),
  );

  it.each(['utm_source', 'größe', 'a'])('takes the parameter %s', query => expect(rulesOf({ query })).toEqual([]));

  it.each(['a b', 'a&b', 'a=', '#a', '?a', 'a+b', '%61', 'a\u0000', 'a\n', ''])('takes no parameter %j', query =>
    expect(rulesOf({ query })).toEqual(['query pattern']),
  );

  it('takes domains, and names each that is none', () => {
    expect(rulesOf({ validate: { domains: ['example.com', 'a.b-c.XN--BCHER-KVA'] } })).toEqual([]);
    expect(rulesOf({ validate: { domains: ['@a.de', 'a.de', 'de', '-a.de', 'a..de', 'a.de.'] } })).toEqual(
      [0, 2, 3, 4, 5].map(at => `validate.domains[${at}] pattern`),
    );
  });

  it('takes media types and endings of names, and names each that is neither', () => {
    expect(rulesOf({ validate: { accept: ['image/*', 'application/pdf', '.tar.gz'] } })).toEqual([]);
    expect(rulesOf({ validate: { accept: ['pdf', 'image/*', '*/*', '.', 'a/b/c'] } })).toEqual(
      [0, 2, 3, 4].map(at => `validate.accept[${at}] pattern`),
    );
  });

  it('may be none', () => expect(rulesOf({})).toEqual([]));
});
