import { Readable } from 'node:stream';
import type { ExportedResponse } from '../../domain/exports/columns.ts';
import { type TextOptions, textOf } from '../../domain/exports/text.ts';
import type { Field } from '../../domain/fields/field.ts';
import { attachment } from '../../domain/text/content-disposition.ts';
import { Reply } from '../reply.ts';

export type ExportOptions = Omit<TextOptions, 'format'> & {
  readonly format: keyof typeof contentTypes;
  readonly name: string;
  /** The URL of the rest of a limited export. */
  readonly next?: string;
  /** The fields of the responses. */
  readonly fields: readonly Field[];
};

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Returns a streamed file of all these responses. */
export async function exportOf(responses: AsyncIterable<ExportedResponse>, options: ExportOptions): Promise<Reply> {
  const { format, name, next } = options;
  return new Reply(await streamOf(responses, options), {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': attachment(name, format),
      ...(next !== undefined && { link: `<${next}>; rel="next"` }),
    },
  });
}

async function streamOf(responses: AsyncIterable<ExportedResponse>, options: ExportOptions): Promise<Readable> {
  const { format, columns = [] } = options;
  if (format !== 'xlsx') return Readable.from(textOf(responses, { ...options, format }), { objectMode: false });
  const { xlsxOf } = await import('../../domain/exports/xlsx-file.ts');
  return xlsxOf(responses, { ...options, columns });
}
