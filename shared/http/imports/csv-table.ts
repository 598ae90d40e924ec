import { CsvError, parse } from 'csv-parse/sync';
import type { Fault } from '../../fault.ts';

/** A row, and the line on which it starts. Cells may contain line breaks. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] };

export type Table = { readonly header: readonly string[]; readonly rows: readonly TableRow[] };

const delimiters = [',', ';', '\t'] as const;

/** The maximum number of rows. They are stored well within a request's time limit. */
const rowsMax = 1000;

/**
 * Reads CSV by RFC 4180, with any common line end and delimiter. The first record is the header. Empty lines are
 * skipped.
 */
export function readTable(
  text: string,
  delimiter: string = usualDelimiter(text),
): { table: Table } | { faults: Fault[] } {
  const records = recordsOf(text, delimiter);
  if ('faults' in records) return records;
  const [header, ...rows] = records.rows.filter(({ cells }) => cells.some(cell => cell !== ''));
  if (!header) return refused('needs a first line with the names of the columns');
  if (rows.length > rowsMax) {
    return refused(`must have at most ${rowsMax} rows, not ${rows.length}; send the rest in another request`);
  }
  return { table: { header: header.cells, rows } };
}

const refused = (message: string): { faults: Fault[] } => ({ faults: [{ field: 'csv', rule: 'csv', message }] });

/** Returns the most frequent delimiter of the first line. */
function usualDelimiter(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const counts = delimiters.map(delimiter => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

type Record = { readonly record: string[]; readonly info: { readonly bytes: number } };

function recordsOf(text: string, delimiter: string): { rows: TableRow[] } | { faults: Fault[] } {
  try {
    const records = parse(text, {
      ...{ bom: true, info: true, relax_column_count: true, delimiter },
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as Record[];
    const bytes = Buffer.from(text);
    let [read, line] = [0, 1];
    const rows = records.map(({ record, info }) => {
      const row = { line, cells: record };
      line += linesIn(bytes.subarray(read, info.bytes).toString());
      read = info.bytes;
      return row;
    });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refused(`is not CSV as RFC 4180 has it: ${wordsOf(error)}`);
  }
}

const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Returns the text of an error. The message of csv-parse would repeat the file's content. */
function wordsOf({ code, lines }: CsvError & { lines?: number }): string {
  const what = code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is never closed' : 'a quotation mark stands alone';
  return `${what}, at line ${lines}; a cell with one is written "in quotes, ""doubled"""`;
}
