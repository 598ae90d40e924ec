import type { ExportColumn, ExportedResponse } from './columns.ts';
import { guardFormula } from './formula-guard.ts';

export type CsvOptions = {
  /** Name the columns of answers by their field's id or by its label. */
  readonly headers: 'id' | 'label';
  /** Begin with a byte order mark: Excel takes the file for UTF-8 then. */
  readonly bom: boolean;
  /** Put `'` before a text cell that a spreadsheet would take for a formula. */
  readonly guard: boolean;
  /** What separates the cells of a line: a comma, if nothing else is asked for. */
  readonly delimiter?: ',' | ';' | 'tab';
};

/** The header line, with the byte order mark before it where one is asked for. */
export function csvHeader(columns: readonly ExportColumn[], options: CsvOptions): string {
  const names = options.headers === 'label' ? labelsOf(columns) : columns.map(({ name }) => name);
  return `${options.bom ? '\uFEFF' : ''}${csvLines([names], options)}`;
}

/** The lines of some responses, each ended by CRLF; empty for none. */
export function csvRows(
  responses: readonly ExportedResponse[],
  columns: readonly ExportColumn[],
  options: CsvOptions,
): string {
  const rows = responses.map(response => columns.map(({ cellOf }) => textOfCell(cellOf(response))));
  return csvLines(rows, options);
}

/** A list is joined, and what has parts is JSON: JSON Lines tell exactly. */
function textOfCell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOfPart).join('; ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? String(value) : value;
}

/** A note is its text. */
const textOfPart = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'body' in part ? part.body : part;

/** The labels, each with its column's id behind it where two columns would be called the same. */
function labelsOf(columns: readonly ExportColumn[]): string[] {
  const uses = new Map<string, number>();
  for (const { name, label = name } of columns) uses.set(label, (uses.get(label) ?? 0) + 1);
  const taken = new Set<string>(uses.keys());
  return columns.map(({ name, label }) => {
    if (label === undefined) return name;
    if (uses.get(label) === 1) return label;
    const id = name.replace(/^answers\./, '');
    let distinct = `${label} (${id})`;
    while (taken.has(distinct)) distinct += ` (${id})`;
    taken.add(distinct);
    return distinct;
  });
}

/** What RFC 4180 wants quotes around, whatever separates the cells, and what other readers separate them by. */
const quotedMatch = /[",;\t\r\n]/;

const quote = (text: string): string => (quotedMatch.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines as RFC 4180 has them, each ended by CRLF. */
export function csvLines(
  rows: readonly (readonly unknown[])[],
  { guard, delimiter = ',' }: Pick<CsvOptions, 'guard' | 'delimiter'>,
): string {
  const between = delimiter === 'tab' ? '\t' : delimiter;
  const written = (cell: unknown): string => {
    if (typeof cell !== 'string') return quote(String(cell ?? ''));
    return quote(guard ? guardFormula(cell) : cell);
  };
  return rows.map(row => `${row.map(written).join(between)}\r\n`).join('');
}
