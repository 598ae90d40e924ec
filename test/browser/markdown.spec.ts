import { buildForWeb } from '../../bin/build/web-options.ts';
import { markdown } from '../../shared/domain/pages/markdown.ts';
import type * as embed from '../../web/embed/markdown.ts';
import { markdownCases, markdownTexts } from '../support/markdown-cases.ts';
import { fc } from '../support/properties.ts';
import { expect, test } from './support/test.ts';

declare const embedMarkdown: typeof embed;

test('the embed shows Markdown as the hosted page does, whatever the text is', async ({ page }) => {
  const { outputFiles } = await buildForWeb({
    entryPoints: ['web/embed/markdown.ts'],
    format: 'iife',
    globalName: 'embedMarkdown',
  });
  await page.addScriptTag({ content: outputFiles[0]?.text });
  const random = fc.sample(markdownTexts, 1000).map(text => [text, markdown(text).join('')] as const);
  const shown = await page.evaluate(
    cases =>
      cases.map(([text, markup]) => {
        const [embedded, hosted] = [document.createElement('div'), document.createElement('div')];
        embedded.append(...embedMarkdown.markdown(text));
        hosted.innerHTML = markup;
        const said = (element: Element) => ({ text, markup: element.innerHTML, said: element.textContent });
        return { embedded: said(embedded), hosted: said(hosted) };
      }),
    [...markdownCases, ...random],
  );
  expect(shown.map(({ embedded }) => embedded)).toEqual(shown.map(({ hosted }) => hosted));
});
