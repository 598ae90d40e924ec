import { readFileSync, writeFileSync } from 'node:fs';
import { markdown, printedTitles, type Table } from './report.ts';

/** The documents with tables of the bench. */
export const documents = ['docs/performance.md', 'docs/cost.md', 'docs/security.md'];

const beginOf = (title: string) => `<!-- bench: ${title} -->\n`;
const end = '\n<!-- /bench -->';

/** Returns the titles of the tables that a document has places for. */
export const titlesIn = (text: string): string[] =>
  [...text.matchAll(/<!-- bench: (.+) -->/g)].map(([, title]) => title ?? '');

/** Puts a table into its place in a text, and keeps the text around it. */
export function withTable(text: string, table: Table): string {
  const from = text.indexOf(beginOf(table.title)) + beginOf(table.title).length;
  const to = text.indexOf(end, from);
  return `${text.slice(0, from)}\n${markdown(table)}\n${text.slice(to)}`;
}

/** Writes a table into the document that has a place for it, unless only the terminal shows it. */
export function writeTable(table: Table): void {
  if (printedTitles.some(title => title === table.title)) return;
  const document = documents.find(file => titlesIn(readFileSync(file, 'utf8')).includes(table.title));
  if (!document) throw new Error(`No document has a place for the table "${table.title}"`);
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), table));
}
