import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Operations } from '../api.ts';
import type { Formline } from '../formline.ts';
import { type Command, type CommandContext, textOf } from './command.ts';
import { Failure } from './failure.ts';

type ResponsesQuery = NonNullable<Operations['listResponses']['call']['query']>;

/** The progress of an export: how much of the file is complete, and where the list continues. */
type ExportProgress = {
  readonly query: ResponsesQuery;
  readonly bytes: number;
  readonly count: number;
  /** The header line of a CSV file. */
  readonly header: string;
  readonly cursor?: string | undefined;
};

export const exportResponses: Command = {
  summary: 'Write every response that matches into a file',
  details: `Run the same command again to continue an interrupted export. Until it is done, the file is called <out>.part.`,
  options: {
    form: { type: 'string' },
    out: { type: 'string' },
    format: { type: 'string' },
    status: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
  optionWords: {
    form: 'of this form; by default of all forms',
    out: 'the file; responses.jsonl or .csv',
    format: 'jsonl, or csv',
    status: 'completed, partial or abandoned',
    from: 'ISO 8601: submitted at this time or later',
    to: 'ISO 8601: submitted before; a bare date includes that day',
  },
  run: async context => {
    const query = queryOf(context);
    const out = resolve(textOf(context, 'out') ?? `responses.${query.format}`);
    await mkdir(dirname(out), { recursive: true });
    const begun = await progressOf(out, query);
    if (begun.count > 0) context.note(`Going on after ${begun.count} responses.\n`);
    const count = await download(context, out, begun);
    await rename(`${out}.part`, out);
    await rm(`${out}.progress`, { force: true });
    context.print(`Wrote ${count} responses to ${out}.`, { file: out, count });
  },
};

function queryOf(context: CommandContext): ResponsesQuery {
  const names = { form_id: textOf(context, 'form'), from: textOf(context, 'from'), to: textOf(context, 'to') };
  const status = textOf(context, 'status') as ResponsesQuery['status'];
  const given = Object.entries({ ...names, status }).filter(([, value]) => value !== undefined);
  const format = formatOf(context);
  // Oldest first, so that responses that arrive meanwhile come last.
  return { ...Object.fromEntries(given), format, order: 'asc', limit: 1000 };
}

function formatOf(context: CommandContext): 'jsonl' | 'csv' {
  const format = textOf(context, 'format') ?? 'jsonl';
  if (format === 'jsonl' || format === 'csv') return format;
  throw new Failure('--format is jsonl or csv', 2);
}

async function progressOf(out: string, query: ResponsesQuery): Promise<ExportProgress> {
  const text = await readFile(`${out}.progress`, 'utf8').catch(() => undefined);
  if (text === undefined) return { query, bytes: 0, count: 0, header: '' };
  const begun = JSON.parse(text) as ExportProgress;
  if (JSON.stringify(begun.query) === JSON.stringify(query)) return begun;
  throw new Failure(
    `${out}.part is the beginning of another export: take another --out, or remove it with ${out}.progress`,
  );
}

/** Downloads part by part. On resume, removes a part that was only partly written. */
async function download(context: CommandContext, out: string, begun: ExportProgress): Promise<number> {
  const formline = await context.formline();
  const { form_id, status, from, to } = begun.query;
  const counted = { query: { form_id, status, from, to, limit: 1 } };
  const { total } = await formline.call('listResponses', counted, { signal: context.signal });
  const file = await open(`${out}.part`, begun.bytes > 0 ? 'r+' : 'w');
  let progress: ExportProgress | undefined = begun;
  let { count } = begun;
  try {
    await file.truncate(begun.bytes);
    while (progress) {
      const { part, text } = await nextPart(formline, progress, context.signal);
      await file.write(text, progress.bytes);
      count = part.count;
      context.note(bar(count, total));
      progress = part.cursor === undefined ? undefined : part;
      if (progress) await writeFile(`${out}.progress`, JSON.stringify(progress));
    }
  } finally {
    await file.close();
    context.note('\n');
  }
  return count;
}

async function nextPart(formline: Formline, before: ExportProgress, signal: AbortSignal) {
  const { query, cursor } = before;
  const response = await formline.stream('listResponses', { query: { ...query, cursor } }, { signal });
  const { header, rows } = partsOf(await response.text(), query.format);
  if (before.header !== '' && header !== before.header) {
    throw new Failure(
      'The fields of the form have changed since the export began: remove its .part and .progress files, and start again',
    );
  }
  const text = before.header === '' ? header + rows : rows;
  const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  const part: ExportProgress = {
    query,
    header,
    bytes: before.bytes + Buffer.byteLength(text),
    count: before.count + recordsIn(rows, query.format),
    cursor: next === undefined ? undefined : (new URL(next, response.url).searchParams.get('cursor') ?? undefined),
  };
  return { part, text };
}

/** Splits off the header at the start of each part of a CSV. */
function partsOf(text: string, format: ResponsesQuery['format']): { header: string; rows: string } {
  const end = format === 'csv' ? text.indexOf('\r\n') + 2 : 0;
  return { header: text.slice(0, end), rows: text.slice(end) };
}

/** Counts lines; in CSV, those that don't end inside quotes. */
function recordsIn(rows: string, format: ResponsesQuery['format']): number {
  const unquoted = rows.split('"').filter((_, index) => index % 2 === 0);
  return (format === 'csv' ? unquoted.join('') : rows).split('\n').length - 1;
}

/** Renders a progress bar over the previous one. The total lags the responses by seconds, so it may be lower. */
function bar(count: number, total: number): string {
  const part = Math.min(1, total === 0 ? 1 : count / total);
  const filled = Math.round(part * 30);
  return `\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${Math.round(part * 100)} %  ${count} of ${Math.max(count, total)}`;
}
