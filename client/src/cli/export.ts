import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Operations, Response } from '../api.ts';
import { type Command, type Context, textOf } from './command.ts';
import { Failure } from './failure.ts';

type Query = NonNullable<Operations['listResponses']['call']['query']>;

/** How far an export has come: what of the file stands, and where the list goes on. */
type Progress = {
  readonly query: Query;
  readonly bytes: number;
  readonly count: number;
  readonly cursor: string | null;
};

export const exportResponses: Command = {
  summary: 'Write every response that matches into a file of JSON lines',
  details: `An export that was cut goes on where it was: the same command again. Until it is done, the file is called <out>.part.
CSV, as one download: GET /responses?format=csv.`,
  options: {
    form: { type: 'string' },
    out: { type: 'string' },
    status: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
  optionWords: {
    form: 'of this form; of all where it is left out',
    out: 'the file; responses.jsonl',
    status: 'completed, partial or abandoned',
    from: 'ISO 8601: submitted at this time or later',
    to: 'ISO 8601: submitted before; a bare date includes that day',
  },
  run: async context => {
    const out = resolve(textOf(context, 'out') ?? 'responses.jsonl');
    const query = queryOf(context);
    await mkdir(dirname(out), { recursive: true });
    const begun = await progressOf(out, query);
    if (begun.count > 0) context.note(`Going on after ${begun.count} responses.\n`);
    const count = await download(context, out, begun);
    await rename(`${out}.part`, out);
    await rm(`${out}.progress`, { force: true });
    context.print(`Wrote ${count} responses to ${out}.`, { file: out, count });
  },
};

function queryOf(context: Context): Query {
  const names = { form_id: textOf(context, 'form'), from: textOf(context, 'from'), to: textOf(context, 'to') };
  const status = textOf(context, 'status') as Query['status'];
  const given = Object.entries({ ...names, status }).filter(([, value]) => value !== undefined);
  // The oldest first: what arrives meanwhile comes last.
  return { ...Object.fromEntries(given), order: 'asc', limit: 500 };
}

async function progressOf(out: string, query: Query): Promise<Progress> {
  const text = await readFile(`${out}.progress`, 'utf8').catch(() => undefined);
  if (text === undefined) return { query, bytes: 0, count: 0, cursor: null };
  const begun = JSON.parse(text) as Progress;
  if (JSON.stringify(begun.query) === JSON.stringify(query)) return begun;
  throw new Failure(
    `${out}.part is the beginning of another export: take another --out, or remove it with ${out}.progress`,
  );
}

/** Page by page: what of a page was written when it was cut is cut off again. */
async function download(context: Context, out: string, begun: Progress): Promise<number> {
  const file = await open(`${out}.part`, begun.bytes > 0 ? 'r+' : 'w');
  let { bytes, count } = begun;
  try {
    await file.truncate(bytes);
    const query = { ...begun.query, ...(begun.cursor !== null && { cursor: begun.cursor }) };
    const formline = await context.formline();
    for await (const page of formline.pages('listResponses', { query }, { signal: context.signal })) {
      const lines = Buffer.from(page.items.map(lineOf).join(''));
      await file.write(lines, 0, lines.length, bytes);
      bytes += lines.length;
      count += page.items.length;
      const progress: Progress = { query: begun.query, bytes, count, cursor: page.nextCursor };
      if (page.nextCursor !== null) await writeFile(`${out}.progress`, JSON.stringify(progress));
      context.note(bar(count, page.total));
    }
  } finally {
    await file.close();
    context.note('\n');
  }
  return count;
}

const lineOf = (response: Response): string => `${JSON.stringify(response)}\n`;

/** Written over itself. The total follows the responses by seconds, so that it may be the lesser. */
function bar(count: number, total: number): string {
  const part = Math.min(1, total === 0 ? 1 : count / total);
  const filled = Math.round(part * 30);
  return `\r[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${Math.round(part * 100)} %  ${count} of ${Math.max(count, total)}`;
}
