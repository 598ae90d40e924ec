import { expect, it } from '@jest/globals';
import { closestName } from '../../../../shared/domain/text/closest-name.ts';

it.each([
  ['E-Mail', 'email'],
  ['first name', 'firstName'],
  ['_FIRST_NAME', 'firstName'],
  ['emails', 'email'],
  ['mail', 'email'],
  ['emial', 'email'],
  ['fistName', 'firstName'],
  ['firtsNam', 'firstName'],
  ['firtsNm', undefined],
  ['aeg', 'age'],
  ['gae', 'age'],
  ['surname', undefined],
  ['ag', 'age'],
  ['agex', 'age'],
  ['aggee', 'age'],
  ['aggx', undefined],
  ['abe', 'age'],
  ['axx', undefined],
  ['phone', undefined],
  ['', undefined],
])('to "%s" is %s', (misspelt, meant) => {
  expect(closestName(misspelt, ['firstName', 'email', 'age'])).toBe(meant);
});

it('is the same but for case and signs before any that is an edit away', () => {
  expect(closestName('e-mail', ['emails', 'email'])).toBe('email');
  expect(closestName('f-i-r-s-t Name', ['first', 'firstName'])).toBe('firstName');
});

it('is the one of fewest edits, the first among equals', () => {
  expect(closestName('Berliin', ['Berlitz', 'Berlin', 'Berlina'])).toBe('Berlin');
  expect(closestName('colour', ['coloury', 'colours'])).toBe('coloury');
});

it('is not looked for where a name is longer than any is', () => {
  expect(closestName('x'.repeat(64), ['x'.repeat(63)])).toBe('x'.repeat(63));
  expect(closestName('x'.repeat(65), ['x'.repeat(65)])).toBeUndefined();
});
