import { type Html, html } from '../../../shared/domain/pages/html.ts';
import { inlineMarkdown } from '../../../shared/domain/pages/markdown.ts';

/** Renders the Markdown of descriptions: paragraphs, `code`, **bold**, *italic* and links. */
export const prose = (text = ''): Html[] =>
  text
    .split(/\n\s*\n/)
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph => html`<p>${inlineProse(paragraph)}</p>`);

/** Renders inline Markdown. Every second part was between backticks. */
export const inlineProse = (text: string): Html[] =>
  text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : inlineMarkdown(part)));
