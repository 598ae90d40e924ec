import { describe, expect, it } from '@jest/globals';
import { introducedFaults } from '../../../../shared/domain/bodies/introduced-faults.ts';
import type { Fault } from '../../../../shared/fault.ts';

type Titled = { title: string; fields?: string[] };

const long = (field: string): Fault => ({ field, rule: 'maxLength', message: 'Shorten it' });

/** No title and no field is longer than three characters. */
const judge = ({ title, fields = [] }: Titled): Fault[] => [
  ...(title.length > 3 ? [long('title')] : []),
  ...fields.flatMap((field, index) => (field.length > 3 ? [long(`fields[${index}].id`)] : [])),
];

const introduced = (before: Titled, after: Titled) => introducedFaults(before, after, judge).map(({ field }) => field);

describe('the faults of a change', () => {
  it('are those of what it changes', () => {
    expect(introduced({ title: 'abc' }, { title: 'abcd' })).toEqual(['title']);
    expect(introduced({ title: 'abcd' }, { title: 'abcde' })).toEqual(['title']);
    expect(introduced({ title: 'abc' }, { title: 'abc', fields: ['abcd'] })).toEqual(['fields[0].id']);
  });

  it('are not those that were there before in what it leaves alone', () => {
    expect(introduced({ title: 'abcd' }, { title: 'abcd', fields: ['a'] })).toEqual([]);
    expect(introduced({ title: 'abcd', fields: ['abcd'] }, { title: 'abcd', fields: ['abcd', 'long'] })).toEqual([
      'fields[0].id',
      'fields[1].id',
    ]);
    expect(introduced({ title: 'abcd', fields: ['abcd'] }, { title: 'other', fields: ['abcd'] })).toEqual(['title']);
  });

  it('are those of what it leaves alone, where another change makes them', () => {
    const judgeBoth = ({ title, fields = [] }: Titled): Fault[] => (fields.includes(title) ? [long('fields[0]')] : []);
    const before = { title: 'abc', fields: ['abcd'] };
    expect(introducedFaults(before, { ...before, title: 'abcd' }, judgeBoth)).toEqual([long('fields[0]')]);
  });
});
