import { stringify } from 'csv-stringify/sync';
import type { Field } from '../../domain/fields/field.ts';
import { guardFormula } from './formula-guard.ts';

export type CsvOptions = {
  /** Name the columns of answers by their field's id or by its label. */
  readonly headers: 'id' | 'label';
  /** Begin with a byte order mark: Excel takes the file for UTF-8 then. */
  readonly bom: boolean;
  /** Put `'` before a text cell that a spreadsheet would take for a formula. */
  readonly guard: boolean;
};

/** A response as a row of the export. `answers` are what the reader may see of them. */
export type CsvResponse = {
  readonly id: string;
  readonly formId: string;
  readonly status: string;
  readonly submittedAt: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Links to files, which take the place of their ids. */
  readonly files?: Readonly<Record<string, { readonly url: string }>>;
};

/** The columns of an export: the four of every response, then the answers to `answerIds`. */
export type CsvColumns = { readonly answerIds: readonly string[]; readonly labels: ReadonlyMap<string, string> };

const ownColumns = ['id', 'formId', 'status', 'submittedAt'] as const;

type Named = Pick<Field, 'id' | 'label'>;

/** Every field in the order of the form, then the fields that are in the form no longer. */
export function csvColumns(fields: readonly Named[], retired: readonly Named[]): CsvColumns {
  const labels = new Map([...retired, ...fields].map(({ id, label }) => [id, label?.trim() || id]));
  return { answerIds: [...new Set([...fields, ...retired].map(({ id }) => id))], labels };
}

/** The header line, with the byte order mark before it where one is asked for. */
export function csvHeader(columns: CsvColumns, options: CsvOptions): string {
  const names = options.headers === 'label' ? labelsOf(columns) : columns.answerIds.map(idInHeader);
  return `${options.bom ? '\uFEFF' : ''}${csvLines([[...ownColumns, ...names]], options)}`;
}

/** The lines of some responses, each ended by CRLF; empty for none. */
export function csvRows(responses: readonly CsvResponse[], columns: CsvColumns, options: CsvOptions): string {
  const rows = responses.map(response => [
    ...ownColumns.map(name => response[name]),
    ...columns.answerIds.map(id => cellOf(response, id)),
  ]);
  return csvLines(rows, options);
}

function cellOf({ answers, files = {} }: CsvResponse, id: string): unknown {
  if (Object.hasOwn(files, id)) return files[id]?.url;
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

/** A field may be called `status`: readers that key rows by header would lose one of the two. A field's id has no dot. */
const idInHeader = (id: string) => (ownColumns.some(name => name === id) ? `answers.${id}` : id);

/** The labels, each with its field's id behind it where two columns would be called the same. */
function labelsOf({ answerIds, labels }: CsvColumns): string[] {
  const labelled = answerIds.map(id => ({ id, label: labels.get(id) ?? id }));
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
