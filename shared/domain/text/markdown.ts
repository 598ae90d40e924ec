/** An element of limited Markdown. A link has an address. */
export type ElementPart = {
  readonly tag: 'p' | 'ul' | 'ol' | 'li' | 'br' | 'strong' | 'em' | 'a';
  readonly parts: readonly MarkdownPart[];
  readonly address?: string;
};

/** A part of limited Markdown: text as it is, or an element. */
export type MarkdownPart = string | ElementPart;

/**
 * Reads limited Markdown: paragraphs, lists, **bold**, *italic* and [links](https://…). Everything else is text,
 * including HTML.
 */
export const blocksOf = (text: string): ElementPart[] =>
  text
    .split(/\n\s*\n/)
    .map(block => block.trim())
    .filter(block => block !== '')
    .map(block => blockOf(block.split('\n')));

function blockOf(lines: readonly string[]): ElementPart {
  if (lines.every(line => /^\s*[-*] /.test(line))) return { tag: 'ul', parts: itemsOf(lines) };
  if (lines.every(line => /^\s*\d+[.)] /.test(line))) return { tag: 'ol', parts: itemsOf(lines) };
  const lineBreak: ElementPart = { tag: 'br', parts: [] };
  return { tag: 'p', parts: lines.flatMap((line, index) => [...(index > 0 ? [lineBreak] : []), ...inlineParts(line)]) };
}

const itemsOf = (lines: readonly string[]): ElementPart[] =>
  lines.map(line => ({ tag: 'li', parts: inlineParts(line.replace(/^\s*(?:[-*]|\d+[.)]) /, '')) }));

/** Asterisks, or a link. Parentheses in an address come in pairs, as in `https://example.com/a_(b)`. */
const token = /\*+|\[([^[\]]+)\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)\)/g;

/** An open part: its mark, and its content so far. The first part has no mark. */
type OpenMark = { readonly mark: '' | '*' | '**'; readonly parts: MarkdownPart[] };

/** Reads the Markdown of one line. Marks that are never closed are text. */
export function inlineParts(text: string): MarkdownPart[] {
  const line: OpenMark = { mark: '', parts: [] };
  const open = [line];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [found, label, address] = match;
    addTo(open, text.slice(end, match.index));
    end = match.index + found.length;
    if (label) addTo(open, { tag: 'a', address, parts: [label] });
    else if (isMark(found, text.charAt(match.index - 1) + text.charAt(end))) readMarks(open, found.length);
    else addTo(open, found);
  }
  addTo(open, text.slice(end));
  closeTo(open, line);
  return line.parts;
}

/** Asterisks with spaces on both sides, as in `2 * 3`, and more than three are text. */
const isMark = (asterisks: string, around: string): boolean => asterisks.length <= 3 && !/^\s\s$/.test(around);

/** Opens or closes the one or two marks that some asterisks are. Three asterisks close the inner mark first. */
function readMarks(open: OpenMark[], count: number): void {
  if (count === 3) {
    const isInItalic = open.at(-1)?.mark === '*';
    readMarks(open, isInItalic ? 1 : 2);
    readMarks(open, isInItalic ? 2 : 1);
    return;
  }
  const mark = count === 2 ? '**' : '*';
  const opened = open.find(one => one.mark === mark);
  if (!opened) {
    open.push({ mark, parts: [] });
    return;
  }
  closeTo(open, opened);
  open.pop();
  addTo(open, { tag: count === 2 ? 'strong' : 'em', parts: opened.parts });
}

/** Turns the marks that were opened later into text. */
function closeTo(open: OpenMark[], opened: OpenMark): void {
  while (open.at(-1) !== opened) {
    const { mark, parts } = open.pop() ?? opened;
    for (const part of [mark, ...parts]) addTo(open, part);
  }
}

/** Adds a part. Text joins the text before it. */
function addTo(open: readonly OpenMark[], part: MarkdownPart): void {
  const parts = open.at(-1)?.parts ?? [];
  const last = parts.at(-1);
  if (typeof part === 'string' && typeof last === 'string') parts.splice(-1, 1, last + part);
  else if (part !== '') parts.push(part);
}
