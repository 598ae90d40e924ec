import { expect, it } from '@jest/globals';
import { markdown } from '../../../../shared/domain/pages/markdown.ts';
import { fc } from '../../../support/properties.ts';

const markupOf = (text: string) => markdown(text).join('');
const link = (address: string, label: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`;

it.each([
  ['a', '<p>a</p>'],
  ['a\nb', '<p>a<br>b</p>'],
  ['\n a\n \n\nb \n\n', '<p>a</p><p>b</p>'],
  [' \n\n', ''],
  ['- a\n * b', '<ul><li>a</li><li>b</li></ul>'],
  ['- a\nb', '<p>- a<br>b</p>'],
  ['a - b', '<p>a - b</p>'],
  ['-a', '<p>-a</p>'],
  ['1. a\n  12) b', '<ol><li>a</li><li>b</li></ol>'],
  ['1. a\nb', '<p>1. a<br>b</p>'],
  ['of 1. a', '<p>of 1. a</p>'],
  ['1.a', '<p>1.a</p>'],
  ['- 1. a', '<ul><li>1. a</li></ul>'],
  ['**a** b *c*', '<p><strong>a</strong> b <em>c</em></p>'],
  ['*a [b](https://c.example)* d', `<p><em>a ${link('https://c.example', 'b')}</em> d</p>`],
  ['**see [b](http://c.example/?d=e)**', `<p><strong>see ${link('http://c.example/?d=e', 'b')}</strong></p>`],
  ['[a](javascript:alert)', '<p>[a](javascript:alert)</p>'],
  ['[a](https://b.example c)', '<p>[a](https://b.example c)</p>'],
  ['2 * 3', '<p>2 * 3</p>'],
  ['<b>*&*', '<p>&lt;b&gt;<em>&amp;</em></p>'],
])('%j is %s', (text, markup) => expect(markupOf(text)).toBe(markup));

it('has no tags but its own, whatever the text is', () => {
  const own =
    /<\/?(?:p|ul|ol|li|strong|em|a)>|<br>|<a href="https?:[^"<> ]+" target="_blank" rel="noopener noreferrer">/g;
  const texts = fc.string({ unit: fc.constantFrom(...'*[]()-1. \n<>"&/:', 'https://', 'a') });
  fc.assert(fc.property(texts, text => expect(markupOf(text).replace(own, '')).not.toMatch(/[<>]/)));
});
