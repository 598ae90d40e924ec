import { describe, expect, it } from '@jest/globals';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { newForm } from '../../../../shared/domain/forms/stored-form.ts';
import { addSent, droppedOf } from '../../../../shared/domain/responses/sent-answers.ts';

const fields = [{ id: 'name', type: 'text' as const, required: true }];
const formWith = (extraFields?: Form['extraFields']) =>
  newForm({ title: 'Contact', status: 'live', fields, ...(extraFields && { extraFields }) }, 'production');
const rules = (faults: readonly { field: string; rule: string }[]) =>
  faults.map(({ field, rule }) => `${field} ${rule}`);

function add(extraFields: Form['extraFields'], sent: object, before: Record<string, string> = {}, partial = false) {
  const added = addSent(formWith(extraFields), before, { ...sent }, { partial, fromPage: true });
  return 'faults' in added ? rules(added.faults) : [JSON.stringify(added.answers), ...rules(added.leftOut)];
}

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`extra ${index}`, 'x']));

describe('answers that a form has no field for', () => {
  it('are dropped from pages, unless it says otherwise', () => {
    expect(add(undefined, { name: 'Ada', company: 'ACME' })).toEqual(['{"name":"Ada"}']);
    expect(add('refuse', { name: 'Ada', company: 'ACME' })).toEqual(['company unknown']);
  });

  it('are dropped where it says so, and told of', () => {
    expect(add('drop', { name: 'Ada', company: 'ACME', _a: {} })).toEqual(['{"name":"Ada"}']);
    expect(add('drop', { company: 'ACME' })).toEqual(['name required']);
    const dropped = (extraFields: Form['extraFields']) =>
      rules(droppedOf(formWith(extraFields), {}, { name: 'Ada', company: 'ACME' }));
    expect([dropped('drop'), dropped('keep')]).toEqual([['company unknown'], []]);
  });

  it('are kept where it says so, as texts under any name', () => {
    expect(add('keep', { 'Your company': 'ACME', name: 'Ada', empty: '' })).toEqual([
      '{"name":"Ada","Your company":"ACME"}',
    ]);
    expect(add('keep', { name: 'Ada' }, { company: 'ACME' })).toEqual(['{"company":"ACME","name":"Ada"}']);
    expect(add('keep', { company: 'Other', city: null }, { name: 'Ada', company: 'ACME', city: 'Rome' })).toEqual([
      '{"name":"Ada","company":"Other"}',
    ]);
  });

  it.each([
    [{ n: 1 }, 'n type'],
    [{ list: ['a'] }, 'list type'],
    [{ long: 'x'.repeat(10_001) }, 'long type'],
    [{ _private: 'x' }, '_private name'],
    [{ constructor: 'x' }, 'constructor name'],
    [JSON.parse('{"__proto__": "x"}'), '__proto__ name'],
    [{ 'a\nb': 'x' }, 'a\nb name'],
    [{ '': 'x' }, ' name'],
    [{ ['k'.repeat(101)]: 'x' }, `${'k'.repeat(100)}… name`],
    [many(51), ' maxExtraFields'],
  ])('are kept under no such name, and not of another type: %#', (extras, fault) =>
    expect(add('keep', { name: 'Ada', ...Object.fromEntries(Object.entries(extras)) })).toEqual([fault]),
  );

  it('are 50 in all', () => {
    expect(add('keep', { name: 'Ada', ...many(50) })).toHaveLength(1);
    expect(add('keep', { ...many(49) }, { name: 'Ada', one: 'x', two: 'x' })).toEqual([' maxExtraFields']);
    expect(add('keep', { ...many(50) }, { name: 'Ada', ...many(50) } as never)).toHaveLength(1);
  });

  it('are enough for a partial save, which goes without bad ones', () => {
    expect(add('keep', { company: 'ACME', n: 1 }, {}, true)).toEqual(['{"company":"ACME"}', 'n type']);
    expect(add('keep', { n: 1 }, {}, true)).toEqual([' minAnswers', 'n type']);
    expect(add('keep', { name: 1, company: 'ACME' }, {}, true)).toEqual(['{"company":"ACME"}', 'name type']);
  });

  it('take no more room than answers may', () => {
    const large = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`extra ${index}`, 'x'.repeat(10_000)]));
    expect(add('keep', { name: 'Ada', ...large })).toEqual([' maxBytes']);
  });
});
