import { expect, it } from '@jest/globals';
import { allowsOrigin, normalizedOrigin } from '../../../../shared/domain/forms/origins.ts';

const allowed = ['https://www.example.com', 'http://[::1]:3000/'];

it.each(['https://www.example.com', 'https://WWW.example.com:443', 'http://[::1]:3000'])('allows %s', origin => {
  expect(allowsOrigin(allowed, origin)).toBe(true);
});

it.each([
  'https://www.example.com\\@evil.example',
  'https://evil.example\\@www.example.com',
  'https://user@www.example.com',
  'https://www.example.com/path',
  'https://www.example.com?x',
  'https://www.example.com#x',
  'https://www.exam\tple.com',
  'https:www.example.com',
  'http://www.example.com',
  'https://www.example.com:8443',
  'https://www.example.com:99999',
  'null',
  '',
  undefined,
])('allows no %j', origin => {
  expect(allowsOrigin(allowed, origin)).toBe(false);
});

it('allows any where none is named', () => {
  for (const origin of ['https://www.example.com', 'null', undefined]) expect(allowsOrigin([], origin)).toBe(true);
});

it('is read without what says nothing', () => {
  expect(normalizedOrigin('https://WWW.example.com:443/')).toBe('https://www.example.com');
  for (const none of ['https://www.example.com:99999', 'null', undefined])
    expect(normalizedOrigin(none)).toBeUndefined();
});
