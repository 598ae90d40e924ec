import { describe, expect, it } from '@jest/globals';
import { blocksOf, inlineParts, type MarkdownPart } from '../../../../shared/domain/text/markdown.ts';
import { markdownTexts } from '../../../support/markdown-cases.ts';
import { fc } from '../../../support/properties.ts';

const depthOf = (part: MarkdownPart): number =>
  typeof part === 'string' ? 0 : 1 + Math.max(0, ...part.parts.map(depthOf));
const addressesOf = (part: MarkdownPart): string[] =>
  typeof part === 'string' ? [] : [...(part.address ? [part.address] : []), ...part.parts.flatMap(addressesOf)];

it('nests no deeper than a link in an item in bold and italic, whatever the text is', () => {
  fc.assert(
    fc.property(markdownTexts, text => {
      const blocks = blocksOf(text);
      expect(Math.max(0, ...blocks.map(depthOf))).toBeLessThanOrEqual(5);
      expect(blocks.flatMap(addressesOf).filter(address => !/^https?:\/\/\S/.test(address))).toEqual([]);
    }),
  );
});

it('loses no character but marks, list marks, brackets and addresses', () => {
  const lettersOf = (part: MarkdownPart): string =>
    typeof part === 'string' ? part : part.parts.map(lettersOf).join('');
  const unmarked = fc.string({ unit: fc.constantFrom(...'a<>&"[]()/: '), maxLength: 30 });
  fc.assert(fc.property(unmarked, text => expect(blocksOf(text).map(lettersOf).join('')).toBe(text.trim())));
});

const element = (tag: string, ...parts: unknown[]) => ({ tag, parts });
const strong = (...parts: unknown[]) => element('strong', ...parts);
const em = (...parts: unknown[]) => element('em', ...parts);
const link = (label: string, address: string) => ({ tag: 'a', address, parts: [label] });

describe('blocks', () => {
  it.each<[string, string, unknown[]]>([
    ['a paragraph, trimmed', '  Hello\n', [element('p', 'Hello')]],
    ['none of an empty text', ' \n\n \n', []],
    [
      'paragraphs with empty lines between them',
      'One\n \n\nTwo\n\t\nThree',
      ['One', 'Two', 'Three'].map(text => element('p', text)),
    ],
    ['lines of a paragraph', 'One\nTwo\nThree', [element('p', 'One', element('br'), 'Two', element('br'), 'Three')]],
    ['a list', '- One\n  * *Two*', [element('ul', element('li', 'One'), element('li', em('Two')))]],
    ['a numbered list', '1. One\n 12) Two', [element('ol', element('li', 'One'), element('li', 'Two'))]],
    ['no list where a line has no mark', '- One\nTwo', [element('p', '- One', element('br'), 'Two')]],
    ['no list without a space', '-One', [element('p', '-One')]],
    ['no list of a mark in the middle', 'Room 1. floor', [element('p', 'Room 1. floor')]],
    [
      'no numbered list where a line has another mark',
      '1. One\n- Two',
      [element('p', '1. One', element('br'), '- Two')],
    ],
    ['a dash in the middle of a line', 'a - b', [element('p', 'a - b')]],
    ['an item with the marks of others in it', '- 1. One - two', [element('ul', element('li', '1. One - two'))]],
  ])('are %s', (_, text, blocks) => expect(blocksOf(text)).toEqual(blocks));
});

describe('a line', () => {
  it.each<[string, unknown[]]>([
    ['plain', ['plain']],
    ['', []],
    ['**bold**', [strong('bold')]],
    ['*italic*', [em('italic')]],
    ['a **b** c *d* e', ['a ', strong('b'), ' c ', em('d'), ' e']],
    ['***both***', [strong(em('both'))]],
    ['**bold *both***', [strong('bold ', em('both'))]],
    ['*italic **both***', [em('italic ', strong('both'))]],
    ['***bold** italic*', [strong('*bold'), ' italic*']],
    ['2 * 3 * 4', ['2 * 3 * 4']],
    ['2* 3 *4', ['2', em(' 3 '), '4']],
    ['****four****', ['****four****']],
    ['**open', ['**open']],
    ['*open **bold**', ['*open ', strong('bold')]],
    ['**open *italic*', ['**open ', em('italic')]],
    ['*a **b* c', [em('a **b'), ' c']],
    ['[a](https://example.com)', [link('a', 'https://example.com')]],
    ['see [a](http://a.example/x?y=1) now', ['see ', link('a', 'http://a.example/x?y=1'), ' now']],
    ['[a](https://example.com/a_(b)_c)', [link('a', 'https://example.com/a_(b)_c')]],
    ['**[a](https://example.com)**', [strong(link('a', 'https://example.com'))]],
    ['[a](javascript:alert(1))', ['[a](javascript:alert(1))']],
    ['[a](ftp://example.com)', ['[a](ftp://example.com)']],
    ['[](https://example.com)', ['[](https://example.com)']],
    ['[a](https://exa mple.com)', ['[a](https://exa mple.com)']],
    ['[[a](https://example.com)', ['[', link('a', 'https://example.com')]],
    ['<b>a</b>', ['<b>a</b>']],
  ])('is read: %s', (text, parts) => expect(inlineParts(text)).toEqual(parts));
});
