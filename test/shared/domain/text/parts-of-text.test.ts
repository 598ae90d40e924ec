import { expect, it } from '@jest/globals';
import { atMost, lastFour, shortenText } from '../../../../shared/domain/text/parts-of-text.ts';

it('shows the last four characters of a secret, whole ones', () => {
  expect(lastFour('correct horse')).toBe('orse');
  expect(lastFour('a secret of 😀😁😂')).toBe(' 😀😁😂');
  expect(lastFour('ab')).toBe('ab');
});

it('keeps so much of a text as there is room for, and cuts through no character', () => {
  expect(atMost('abc', 3)).toBe('abc');
  expect(atMost('abcd', 3)).toBe('abc');
  expect(atMost('ab😀', 3)).toBe('ab');
  expect(atMost('ab😀c', 4)).toBe('ab😀');
});

it('says where a text was cut off', () => {
  expect(shortenText('abc', 3)).toBe('abc');
  expect(shortenText('abcd', 3)).toBe('ab…');
  expect(shortenText('a😀bc', 3)).toBe('a…');
});
