/**
 * Dollars: of a million submissions, or with `abuse` of a day of abuse, which needs no service. `--write` puts them into the
 * documentation.
 *
 *   npm run cost [-- abuse] [-- --write]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { abuseTable } from './abuse.ts';
import { markdown } from './report.ts';
import { writeTable } from './written-tables.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
if (positionals.join() === 'abuse') {
  const table = abuseTable();
  console.log(`### ${table.title}\n\n${markdown(table)}\n`);
  if (values.write) writeTable(table);
} else if (positionals.length > 0) {
  console.error(`There is no figure ${positionals.join(', ')}: npm run cost, or npm run cost -- abuse.`);
  process.exitCode = 2;
} else {
  const write = values.write ? ['--write'] : [];
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), 'cost', ...write], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
