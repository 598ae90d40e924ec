import { Readable } from 'node:stream';
import { attachment } from '../../domain/content-disposition.ts';
import type { Response } from '../../domain/responses/response.ts';
import { Reply } from '../reply.ts';
import { type CsvColumns, type CsvOptions, csvHeader, csvRows } from './csv.ts';

/** Rows are formatted some at a time: the memory of an export does not grow with its length. */
const rowsAtATime = 250;

export type ExportOptions = CsvOptions & { format: 'csv' | 'jsonl'; name: string };

/** A file of all these responses, streamed. */
export function exportOf(responses: AsyncIterable<Response>, columns: CsvColumns, options: ExportOptions): Reply {
  const lines = options.format === 'csv' ? csvLines(responses, columns, options) : jsonLines(responses);
  const contentType = options.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8';
  return new Reply(Readable.from(lines, { objectMode: false }), {
    headers: { 'content-type': contentType, 'content-disposition': attachment(options.name, options.format) },
  });
}

async function* csvLines(responses: AsyncIterable<Response>, columns: CsvColumns, options: CsvOptions) {
  yield csvHeader(columns, options);
  for await (const some of inBatches(responses)) yield csvRows(some, columns, options);
}

async function* jsonLines(responses: AsyncIterable<Response>) {
  for await (const some of inBatches(responses)) yield some.map(response => `${JSON.stringify(response)}\n`).join('');
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
