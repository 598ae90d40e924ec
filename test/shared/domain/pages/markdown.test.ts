import { expect, it } from '@jest/globals';
import { markdown } from '../../../../shared/domain/pages/markdown.ts';
import { markdownCases, markdownTexts } from '../../../support/markdown-cases.ts';
import { fc } from '../../../support/properties.ts';

const markupOf = (text: string) => markdown(text).join('');

it.each(markdownCases)('%j is %s', (text, markup) => expect(markupOf(text)).toBe(markup));

it('has no tags but its own, whatever the text is', () => {
  const own =
    /<\/?(?:p|ul|ol|li|strong|em|a)>|<br>|<a href="https?:[^"<> ]+" target="_blank" rel="noopener noreferrer">/g;
  fc.assert(fc.property(markdownTexts, text => expect(markupOf(text).replace(own, '')).not.toMatch(/[<>]/)));
});
