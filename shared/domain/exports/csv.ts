import type { ExportColumn, ExportedResponse } from './columns.ts';
import { guardFormula } from './formula-guard.ts';

export type CsvOptions = {
  /** Whether columns of answers are named by their field's ID or label. */
  readonly headers: 'id' | 'label';
  /** Whether to start with a byte order mark, with which Excel reads the file as UTF-8. */
  readonly bom: boolean;
  /** Whether to put `'` before a text cell that a spreadsheet would read as a formula. */
  readonly guard: boolean;
  /** The separator of cells; a comma by default. */
  readonly delimiter?: ',' | ';' | 'tab';
};

/** Returns the header line, after the byte order mark if requested. */
export function csvHeader(columns: readonly ExportColumn[], options: CsvOptions): string {
  const names = options.headers === 'label' ? labelsOf(columns) : columns.map(({ name }) => name);
  return `${options.bom ? '\uFEFF' : ''}${csvLines([names], options)}`;
}

/** Returns the lines of some responses, each ended by CRLF; empty for none. */
export function csvRows(
  responses: readonly ExportedResponse[],
  columns: readonly ExportColumn[],
  options: CsvOptions,
): string {
  const rows = responses.map(response => columns.map(({ cellOf }) => textOfCell(cellOf(response))));
  return csvLines(rows, options);
}

/** Returns the text of a cell. A list is joined, and an object becomes JSON. JSON Lines are exact. */
export function textOfCell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOfPart).join('; ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return typeof value === 'boolean' ? String(value) : value;
}

/** Returns the text of a part; a note's is its body. */
const textOfPart = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'body' in part ? part.body : part;

/** Returns the labels, followed by the column's ID where two columns would have the same name. */
export function labelsOf(columns: readonly ExportColumn[]): string[] {
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

/** The characters that RFC 4180 requires quotes around, and the separators that other readers use. */
const quotedMatch = /[",;\t\r\n]/;

const quote = (text: string): string => (quotedMatch.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns lines by RFC 4180, each ended by CRLF. */
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
