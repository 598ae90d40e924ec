import { Readable } from 'node:stream';
import type { ExportedResponse } from '../../domain/exports/columns.ts';
import { type TextOptions, textOf } from '../../domain/exports/text.ts';
import { attachment } from '../../domain/text/content-disposition.ts';
import { Reply } from '../reply.ts';

export type ExportOptions = TextOptions & {
  readonly name: string;
  /** The URL of the rest of a limited export. */
  readonly next?: string;
};

/** Returns a streamed file of all these responses. */
export function exportOf(responses: AsyncIterable<ExportedResponse>, options: ExportOptions): Reply {
  const { format, name, next } = options;
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8';
  return new Reply(Readable.from(textOf(responses, options), { objectMode: false }), {
    headers: {
      'content-type': contentType,
      'content-disposition': attachment(name, format),
      ...(next !== undefined && { link: `<${next}>; rel="next"` }),
    },
  });
}
