import { call, send } from '../../../api/client.ts';
import type { Input } from '../../../api/operations.ts';
import { arrayOf, recordCounter } from './count-records.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'parquet' | 'json';
export type ExportQuery = Omit<NonNullable<Input<'GET /responses'>['query']>, 'format'>;

export type Export = {
  /** The number of responses, which the bytes of a workbook do not tell. */
  readonly rows?: number;
  readonly file: Blob;
  /** The error that ended it. */
  readonly error?: unknown;
};

type FetchOptions = { readonly signal: AbortSignal; readonly onRows: (rows: number) => void };

const types = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The expected number of responses, as far as the service knows it. */
export async function countOf(query: ExportQuery, signal: AbortSignal): Promise<number> {
  const { columns: _, delimiter: __, timezone: ___, files: ____, headers: _____, ...filter } = query;
  const { total } = await call('GET /responses', { query: { ...filter, limit: 1 }, signal });
  return total;
}

type StreamedFormat = { readonly format: Exclude<ExportFormat, 'parquet'>; readonly lines: boolean };

/**
 * Reads a streamed export. If it breaks off, the part that arrived is kept, except for a workbook, which opens only
 * whole. Aborting the signal cancels it.
 */
export async function readExport(query: ExportQuery, how: StreamedFormat, options: FetchOptions): Promise<Export> {
  const { signal, onRows } = options;
  const format = how.format === 'json' ? 'jsonl' : how.format;
  const response = await send('GET /responses', { query: { ...query, format }, signal });
  const reader = response.body?.getReader();
  const count = format === 'xlsx' ? undefined : recordCounter(format);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let rows = count ? 0 : undefined;
  const fileOf = async () => {
    const file = new Blob(chunks, { type: types[format] });
    return how.format === 'json' && !how.lines ? arrayOf(file) : file;
  };
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      chunks.push(part.value);
      rows = count?.(part.value);
      onRows(rows ?? 0);
    }
  } catch (error) {
    if (signal.aborted || format === 'xlsx') throw error;
    return { rows, file: await fileOf(), error };
  }
  return { rows, file: await fileOf() };
}
