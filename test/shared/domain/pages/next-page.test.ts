import { expect, it } from '@jest/globals';
import { nextPage } from '../../../../shared/domain/pages/next-page.ts';

const origin = 'https://www.example.com';
const visit = { origin, referer: `${origin}/shop/contact?a=b`, allowedOrigins: ['https://thanks.example'] };

it.each([
  ['thanks', 'https://www.example.com/shop/thanks'],
  [' /thanks#top ', 'https://www.example.com/thanks#top'],
  ['https://www.example.com/a', 'https://www.example.com/a'],
  ['https://thanks.example/b?c', 'https://thanks.example/b?c'],
  ['https://elsewhere.example/', undefined],
  ['http://www.example.com/', undefined],
  [' https://thanks.example/ ', 'https://thanks.example/'],
  ['//elsewhere.example/', undefined],
  ['https://ada@www.example.com/', undefined],
  ['https://:secret@www.example.com/', undefined],
  ['javascript:alert(1)', undefined],
  ['blob:https://www.example.com/1', undefined],
  ['https://[', undefined],
  ['  ', undefined],
  [undefined, undefined],
])('a page that wants to go on to %j goes to %s', (wanted, next) => expect(nextPage(wanted, visit)).toBe(next));

it.each([
  [{ referer: undefined }, 'https://www.example.com/thanks'],
  [{ referer: 'https://elsewhere.example/shop/' }, 'https://www.example.com/thanks'],
  [{ referer: 'no address' }, 'https://www.example.com/thanks'],
  [{ origin: undefined }, undefined],
  [{ origin: 'null', referer: undefined }, undefined],
])('a path is taken from the page where %j', (told, next) =>
  expect(nextPage('thanks', { ...visit, ...told })).toBe(next),
);

it('goes on over plain HTTP where the page is', () =>
  expect(nextPage('/thanks', { origin: 'http://localhost:3000', referer: undefined, allowedOrigins: [] })).toBe(
    'http://localhost:3000/thanks',
  ));

it.each([
  ['ftp://files.example/', ['ftp://files.example']],
  ['mailto:ada@example.com', ['null']],
])('no other kind of address is gone to: %s', (wanted, allowedOrigins) =>
  expect(nextPage(wanted, { ...visit, origin: undefined, allowedOrigins })).toBeUndefined(),
);
