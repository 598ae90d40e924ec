import { blocksOf, inlineParts, type MarkdownPart } from '../text/markdown.ts';
import { Html, html } from './html.ts';

/** Renders limited Markdown as markup. */
export const markdown = (text: string): Html[] => blocksOf(text).map(markupOf);

/** Renders the Markdown of one line. */
export const inlineMarkdown = (text: string): Html => html`${inlineParts(text).map(markupOf)}`;

function markupOf(part: MarkdownPart): Html {
  if (typeof part === 'string') return html`${part}`;
  if (part.tag === 'br') return html`<br>`;
  const tag = new Html(part.tag);
  const link = part.address && html` href="${part.address}" target="_blank" rel="noopener noreferrer"`;
  return html`<${tag}${link || ''}>${part.parts.map(markupOf)}</${tag}>`;
}
