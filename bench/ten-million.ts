/**
 * Stores ten million responses to one form, and 10,000 to another, in a directory that stays. Then measures what
 * operations cost with both.
 *
 *   npm run ten-million -- fill                 takes an hour or more; Ctrl-C or SIGTERM pauses it
 *   npm run ten-million -- measure [--write]
 *   npm run ten-million -- delete               deletes both forms, and measures that
 *
 * Every command takes --directory (default: .ten-million), and the first fill --count.
 */
import './ten-million/patience.ts';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tryLock } from '../local/lock.ts';
import { markdown, type Table } from './report.ts';
import { openService, type Service } from './service.ts';
import { boundQueries } from './ten-million/bounded-queries.ts';
import { deletion } from './ten-million/deletion.ts';
import { figures } from './ten-million/figures.ts';
import { fillAll } from './ten-million/filling.ts';
import { writeTable } from './written-tables.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    directory: { type: 'string', default: '.ten-million' },
    count: { type: 'string', default: '10000000' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
if (!Number.isSafeInteger(count) || count < 1) stop(`--count is "${values.count}"; it must be a whole number above 0.`);

const commands: Readonly<Record<string, (service: Pick<Service, 'directory'>) => Promise<Table[]>>> = {
  async fill({ directory }) {
    await fillAll(directory, count);
    return [];
  },
  measure: figures,
  delete: deletion,
};
const work = commands[positionals.join()];
if (!work) stop(`Say one of: ${Object.keys(commands).join(', ')}. For example: npm run ten-million -- fill`);

const directory = resolve(values.directory);
// The stacks refuse a value as high as this one.
const { REQUEST_PATIENCE_MS: patience } = process.env;
delete process.env.REQUEST_PATIENCE_MS;
mkdirSync(directory, { recursive: true });
if (!(await tryLock(directory))) stop(`Another process uses ${directory}: wait for it, or pause it.`);
const service = await openService(directory);
process.env.REQUEST_PATIENCE_MS = patience;
boundQueries();
try {
  for (const table of await work(service)) {
    console.log(`### ${table.title}\n\n${markdown(table)}\n`);
    if (values.write) writeTable(table);
  }
} finally {
  await service.close();
}
process.exit();

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
