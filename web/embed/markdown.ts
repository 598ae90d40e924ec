import { h } from './dom.ts';

const inline = /\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;

/**
 * Renders limited Markdown as nodes: paragraphs, lists, **bold**, *italic* and [links](https://…). Everything else is
 * text, including HTML.
 */
export function markdown(text: string): Node[] {
  return text
    .split(/\n\s*\n/)
    .filter(block => block.trim())
    .map(block => {
      const lines = block.trim().split('\n');
      if (lines.every(line => /^\s*[-*] /.test(line))) return listOf('ul', lines);
      if (lines.every(line => /^\s*\d+[.)] /.test(line))) return listOf('ol', lines);
      const parts = lines.flatMap((line, index) => [...(index > 0 ? [h('br')] : []), ...inlineNodes(line)]);
      return h('p', {}, ...parts);
    });
}

const listOf = (tag: 'ul' | 'ol', lines: readonly string[]): Node =>
  h(tag, {}, ...lines.map(line => h('li', {}, ...inlineNodes(line.replace(/^\s*(?:[-*]|\d+[.)]) /, '')))));

export function inlineNodes(text: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    nodes.push(text.slice(end, match.index), nodeOf(match));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

function nodeOf([, bold, italic, label = '', href]: RegExpMatchArray): Node {
  if (bold) return h('strong', {}, ...inlineNodes(bold));
  if (italic) return h('em', {}, ...inlineNodes(italic));
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label);
}
