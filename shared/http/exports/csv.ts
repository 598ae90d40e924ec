import { stringify } from 'csv-stringify/sync';
import { type Column, columnAnswer, columnId, columnLabel } from '../../domain/fields/columns.ts';
import { guardFormula } from './formula-guard.ts';

export type CsvOptions = {
  /** Name the columns of answers by their field's id or by its label. */
  readonly headers: 'id' | 'label';
  /** Begin with a byte order mark: Excel takes the file for UTF-8 then. */
  readonly bom: boolean;
  /** Put `'` before a text cell that a spreadsheet would take for a formula. */
  readonly guard: boolean;
};

type CsvFile = { readonly url: string };

/** A response as a row of the export. `answers` are what the reader may see of them. */
export type CsvResponse = {
  readonly id: string;
  readonly formId: string;
  readonly status: string;
  readonly submittedAt: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Links to files, which take the place of their ids. */
  readonly files?: Readonly<Record<string, CsvFile | readonly CsvFile[]>>;
};

/** The columns of an export besides the four of every response. */
export type CsvColumns = readonly Column[];

export const ownColumns = ['id', 'formId', 'status', 'submittedAt'] as const;

/** Every column in the order of the form, then those that are in the form no longer. */
export function csvColumns(columns: CsvColumns, retired: CsvColumns): CsvColumns {
  const byId = new Map<string, Column>();
  for (const column of [...columns, ...retired]) if (!byId.has(columnId(column))) byId.set(columnId(column), column);
  return [...byId.values()];
}

/** The header line, with the byte order mark before it where one is asked for. */
export function csvHeader(columns: CsvColumns, options: CsvOptions): string {
  const names = options.headers === 'label' ? labelsOf(columns) : columns.map(idInHeader);
  return `${options.bom ? '\uFEFF' : ''}${csvLines([[...ownColumns, ...names]], options)}`;
}

/** The lines of some responses, each ended by CRLF; empty for none. */
export function csvRows(responses: readonly CsvResponse[], columns: CsvColumns, options: CsvOptions): string {
  const rows = responses.map(response => [
    ...ownColumns.map(name => response[name]),
    ...columns.map(column => cellOf(response, column)),
  ]);
  return csvLines(rows, options);
}

function cellOf({ answers, files = {} }: CsvResponse, column: Column): unknown {
  const { id } = column;
  if (Object.hasOwn(files, id)) return textOfCell([files[id] ?? []].flat().map(({ url }) => url));
  return Object.hasOwn(answers, id) ? textOfCell(columnAnswer(column, answers[id])) : undefined;
}

/** A list is joined: what is in it is told exactly by JSON. */
function textOfCell(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.join('; ');
  return typeof answer === 'boolean' ? String(answer) : answer;
}

/** A field may be called `status`: readers that key rows by header would lose one of the two. A field's id has no dot. */
export function idInHeader(column: Column): string {
  const { id, row } = column;
  const isTaken = ownColumns.some(name => name === id) || (id === 'answers' && row !== undefined);
  return isTaken ? `answers.${columnId(column)}` : columnId(column);
}

/** The labels, each with its column's id behind it where two columns would be called the same. */
function labelsOf(columns: CsvColumns): string[] {
  const labelled = columns.map(column => ({ id: columnId(column), label: columnLabel(column) }));
  const uses = new Map<string, number>(ownColumns.map(name => [name, 1]));
  for (const { label } of labelled) uses.set(label, (uses.get(label) ?? 0) + 1);
  const taken = new Set<string>(uses.keys());
  return labelled.map(({ id, label }) => {
    if (uses.get(label) === 1) return label;
    let name = `${label} (${id})`;
    while (taken.has(name)) name += ` (${id})`;
    taken.add(name);
    return name;
  });
}

/** Lines as RFC 4180 has them, each ended by CRLF. */
export function csvLines(rows: readonly (readonly unknown[])[], { guard }: Pick<CsvOptions, 'guard'>): string {
  const cells = rows.map(row => row.map(cell => (typeof cell === 'string' && guard ? guardFormula(cell) : cell)));
  // quote_record_delimiter: with a record_delimiter of its own, csv-stringify leaves a lone CR or LF in a cell unquoted.
  // quoted_match: other readers separate by these.
  return stringify(cells, { record_delimiter: '\r\n', quote_record_delimiter: true, quoted_match: /[;\t]/ });
}
