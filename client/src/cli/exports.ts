import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Export, Operations } from '../api.ts';
import type { Formline } from '../formline.ts';
import { pause } from '../retries.ts';
import { collect } from './collect.ts';
import { type Command, type CommandContext, textOf } from './command.ts';
import { Failure } from './failure.ts';

type ExportBody = Operations['createExport']['call']['body'];
type File = Operations['listExportFiles']['answer']['items'][number];

const secondsBetween = 2;

export const list: Command = {
  summary: 'List the exports of the stage, newest first',
  options: {},
  optionWords: {},
  run: async ({ formline, print }) => {
    const exports = await collect((await formline()).items('listExports'));
    print(exports.map(lineOf).join('\n'), exports);
  },
};

export const create: Command = {
  summary: 'Export responses into files that the stage keeps for a week',
  details:
    'For millions of responses, or Parquet. `formline responses export` writes one file on this machine instead.',
  options: {
    format: { type: 'string' },
    form: { type: 'string' },
    view: { type: 'string' },
    status: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
  },
  optionWords: {
    format: 'csv, jsonl, parquet or xlsx; csv',
    form: 'only responses of this form',
    view: 'with --form: the filters, columns and order of this saved view',
    status: 'completed, partial or abandoned',
    from: 'ISO 8601: submitted at this time or later',
    to: 'ISO 8601: submitted before; a bare date includes that day',
    out: 'wait for it, and download its files to this folder',
  },
  run: async context => {
    const formline = await context.formline();
    const body = {
      format: textOf(context, 'format') ?? 'csv',
      formId: textOf(context, 'form'),
      viewId: textOf(context, 'view'),
      status: textOf(context, 'status'),
      from: textOf(context, 'from'),
      to: textOf(context, 'to'),
    } as ExportBody;
    const created = await formline.call('createExport', { body }, { signal: context.signal });
    const out = textOf(context, 'out');
    if (out !== undefined) return download(formline, created.id, out, context);
    context.print(`Started ${created.id}. Next: formline exports download ${created.id}`, created);
  },
};

export const downloadFiles: Command = {
  arguments: '<export>',
  summary: 'Wait for an export, and download its files',
  options: { out: { type: 'string' } },
  optionWords: { out: 'the folder; .' },
  run: async context => {
    const [id] = context.positionals;
    if (id === undefined) throw new Failure('Name an export: `formline exports list` shows their IDs', 2);
    await download(await context.formline(), id, textOf(context, 'out') ?? '.', context);
  },
};

async function download(formline: Formline, id: string, out: string, context: CommandContext): Promise<void> {
  const { rows } = await ended(formline, id, context);
  const files = await collect(formline.items('listExportFiles', { params: { id } }, { signal: context.signal }));
  await mkdir(out, { recursive: true });
  for (const file of files) await save(file, out, context.signal);
  const names = files.map(({ name }) => name);
  context.print(`Wrote ${rows} responses to ${names.length} files in ${out}.`, { id, rows, out, files: names });
}

async function ended(
  formline: Formline,
  id: string,
  context: Pick<CommandContext, 'signal' | 'note'>,
): Promise<Export> {
  const { signal, note } = context;
  const found = await formline.call('getExport', { params: { id } }, { signal });
  if (found.state === 'failed') throw new Failure(`The export failed: ${found.reason ?? 'no reason is known'}`);
  if (found.state === 'done') return found;
  note(`\r${found.state}: ${found.rows} of ${found.total ?? 'unknown'} responses`);
  await pause(secondsBetween * 1000, signal);
  return ended(formline, id, context);
}

/** Writes a file completely or not at all. Its link is itself a credential, so the request has no key. */
async function save({ name, url, withheld }: File, out: string, signal: AbortSignal): Promise<void> {
  if (url === null) throw new Failure(`${name} cannot be downloaded: ${withheld ?? 'it has no link'}`);
  const { ok, status, body } = await fetch(url, { signal });
  if (!ok || !body) throw new Failure(`${name} cannot be downloaded: the storage answers ${status}`);
  const path = join(out, basename(name));
  await writeFile(`${path}.part`, body as unknown as AsyncIterable<Uint8Array>);
  await rename(`${path}.part`, path);
}

const lineOf = ({ id, state, format, rows, files, createdAt, formId }: Export): string =>
  `${createdAt}  ${id}  ${state.padEnd(7)}  ${format.padEnd(7)}  ${formId ?? 'all forms'}  ${rows} responses  ${files} files`;
