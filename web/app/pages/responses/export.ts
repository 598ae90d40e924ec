import { call, send } from '../../api/client.ts';
import type { Input } from '../../api/operations.ts';
import { arrayOf, recordCounter } from './records.ts';

export type ExportFormat = 'csv' | 'jsonl' | 'json';
export type ExportQuery = Omit<NonNullable<Input<'GET /responses'>['query']>, 'format'>;

export type Export = {
  readonly rows: number;
  readonly file: Blob;
  /** The error that ended it. */
  readonly error?: unknown;
};

type Options = { readonly signal: AbortSignal; readonly onRows: (rows: number) => void };

const types = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl' } as const;

/** The expected number of responses, as far as the service knows it. */
export async function countOf(query: ExportQuery, signal: AbortSignal): Promise<number> {
  const { columns: _, delimiter: __, timezone: ___, files: ____, ...filter } = query;
  const { total } = await call('GET /responses', { query: { ...filter, limit: 1 }, signal });
  return total;
}

/** Reads an export as it is streamed. What has come is kept where it breaks off; a signal gives it up. */
export async function readExport(query: ExportQuery, format: ExportFormat, options: Options): Promise<Export> {
  const { signal, onRows } = options;
  const streamed = format === 'json' ? 'jsonl' : format;
  const response = await send('GET /responses', { query: { ...query, format: streamed }, signal });
  const reader = response.body?.getReader();
  const count = recordCounter(streamed);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let rows = 0;
  const fileOf = async () => {
    const file = new Blob(chunks, { type: types[streamed] });
    return format === 'json' ? arrayOf(file) : file;
  };
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value);
      rows = count(part.value);
      onRows(rows);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    return { rows, file: await fileOf(), error };
  }
  return { rows, file: await fileOf() };
}
