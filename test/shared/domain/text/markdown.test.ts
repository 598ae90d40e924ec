import { expect, it } from '@jest/globals';
import { blocksOf, type MarkdownPart } from '../../../../shared/domain/text/markdown.ts';
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
