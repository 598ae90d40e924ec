import { blocksOf, type ElementPart, inlineParts, type MarkdownPart } from '../../shared/domain/text/markdown.ts';
import { h } from './dom.ts';

/** Renders limited Markdown as nodes. */
export const markdown = (text: string): Node[] => blocksOf(text).map(elementOf);

/** Renders the Markdown of one line. */
export const inlineNodes = (text: string): (Node | string)[] => inlineParts(text).map(nodeOf);

const nodeOf = (part: MarkdownPart): Node | string => (typeof part === 'string' ? part : elementOf(part));

function elementOf({ tag, address, parts }: ElementPart): Node {
  const link = address && { href: address, target: '_blank', rel: 'noopener noreferrer' };
  return h(tag, link || {}, ...parts.map(nodeOf));
}
