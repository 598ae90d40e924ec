import { Readable } from 'node:stream';
import { attachment } from '../../domain/content-disposition.ts';
import type { ExportColumn, ExportedResponse } from '../../domain/exports/columns.ts';
import { type CsvOptions, csvHeader, csvRows } from '../../domain/exports/csv.ts';
import { jsonLinesOf } from '../../domain/exports/json-lines.ts';
import { withLocalTimes } from '../../domain/exports/local-times.ts';
import { Reply } from '../reply.ts';

/** Rows are formatted some at a time: the memory of an export does not grow with its length. */
const rowsAtATime = 250;

export type ExportOptions = CsvOptions & {
  readonly format: 'csv' | 'jsonl';
  readonly name: string;
  /** Of a CSV file; JSON lines without them are the whole responses. */
  readonly columns: readonly ExportColumn[] | undefined;
  /** An IANA name: times are those of its clocks, with their offset from UTC. */
  readonly timezone?: string;
  /** Where the rest is, of an export that was limited. */
  readonly next?: string;
};

/** A file of all these responses, streamed. */
export function exportOf(responses: AsyncIterable<ExportedResponse>, options: ExportOptions): Reply {
  const { format, name, timezone, next } = options;
  const shown = timezone === undefined ? responses : inTimeZone(responses, timezone);
  const lines = format === 'csv' ? csvLines(shown, options) : jsonLines(shown, options);
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8';
  return new Reply(Readable.from(lines, { objectMode: false }), {
    headers: {
      'content-type': contentType,
      'content-disposition': attachment(name, format),
      ...(next !== undefined && { link: `<${next}>; rel="next"` }),
    },
  });
}

async function* csvLines(responses: AsyncIterable<ExportedResponse>, { columns = [], ...options }: ExportOptions) {
  yield csvHeader(columns, options);
  for await (const some of inBatches(responses)) yield csvRows(some, columns, options);
}

async function* jsonLines(responses: AsyncIterable<ExportedResponse>, { columns }: ExportOptions) {
  for await (const some of inBatches(responses)) yield jsonLinesOf(some, columns);
}

async function* inTimeZone(responses: AsyncIterable<ExportedResponse>, timezone: string) {
  const told = withLocalTimes(timezone);
  for await (const response of responses) yield told(response);
}

async function* inBatches<T>(records: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < rowsAtATime) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
