import { inBatches } from '../../batches.ts';
import type { ExportColumn, ExportedResponse } from './columns.ts';
import { type CsvOptions, csvHeader, csvRows } from './csv.ts';
import { withLocalTimes } from './local-times.ts';

/** The number of rows formatted at a time, so an export's memory does not grow with its length. */
const rowsAtATime = 250;

export type TextOptions = CsvOptions & {
  readonly format: 'csv' | 'jsonl';
  /** The columns of a CSV file. JSON lines without columns are whole responses. */
  readonly columns: readonly ExportColumn[] | undefined;
  /** An IANA name. Times are shown in this zone, with their offset from UTC. */
  readonly timezone?: string;
};

/** Returns the text of an export, piece by piece. */
export async function* textOf(
  responses: AsyncIterable<ExportedResponse> | Iterable<ExportedResponse>,
  options: TextOptions,
): AsyncGenerator<string> {
  const { format, columns, timezone } = options;
  if (format === 'csv') yield csvHeader(columns ?? [], options);
  for await (const some of inBatches(responses, rowsAtATime)) {
    const shown = timezone === undefined ? some : some.map(withLocalTimes(timezone));
    yield format === 'csv' ? csvRows(shown, columns ?? [], options) : jsonLinesOf(shown, columns);
  }
}

/** Returns the lines of some responses: each whole, or with columns as a flat object of these. */
const jsonLinesOf = (responses: readonly ExportedResponse[], columns?: readonly ExportColumn[]): string =>
  responses.map(response => `${JSON.stringify(columns ? flat(response, columns) : response)}\n`).join('');

const flat = (response: ExportedResponse, columns: readonly ExportColumn[]) =>
  Object.fromEntries(columns.map(({ name, cellOf }) => [name, cellOf(response) ?? null]));
