import { type Html, html } from './html.ts';

/** No part can start inside another of its kind, so each character is read only a few times. */
const inline = /\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/g;

/**
 * Renders limited Markdown: paragraphs, lists, **bold**, *italic* and [links](https://…). Everything else is text,
 * including HTML.
 */
export const markdown = (text: string): Html[] =>
  text
    .split(/\n\s*\n/)
    .map(block => block.trim())
    .filter(block => block !== '')
    .map(block => blockOf(block.split('\n')));

function blockOf(lines: readonly string[]): Html {
  if (lines.every(line => /^\s*[-*] /.test(line))) return html`<ul>${itemsOf(lines)}</ul>`;
  if (lines.every(line => /^\s*\d+[.)] /.test(line))) return html`<ol>${itemsOf(lines)}</ol>`;
  return html`<p>${lines.map((line, index) => html`${index > 0 && html`<br>`}${inlineMarkdown(line)}`)}</p>`;
}

const itemsOf = (lines: readonly string[]): Html[] =>
  lines.map(line => html`<li>${inlineMarkdown(line.replace(/^\s*(?:[-*]|\d+[.)]) /, ''))}</li>`);

/** Renders the Markdown of one line. */
export function inlineMarkdown(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    parts.push(text.slice(end, match.index), markOf(match));
    end = match.index + match[0].length;
  }
  return html`${[...parts, text.slice(end)]}`;
}

function markOf([, bold, italic, label = '', address = '']: RegExpMatchArray): Html {
  if (bold) return html`<strong>${inlineMarkdown(bold)}</strong>`;
  if (italic) return html`<em>${inlineMarkdown(italic)}</em>`;
  return html`<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`;
}
