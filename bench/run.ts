/**
 * Measures the service and prints the figures as tables; with `--write` also puts them into the documentation.
 *
 *   npm run bench [-- units csv --write]
 *   npm run bench -- growth --million
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { conditions } from './conditions.ts';
import { cost } from './cost.ts';
import { counting } from './counting.ts';
import { csv } from './csv.ts';
import { growth } from './growth.ts';
import { lifeCycle } from './life-cycle.ts';
import { limits } from './limits.ts';
import { paging } from './paging.ts';
import { protection } from './protection.ts';
import { markdown, type Table } from './report.ts';
import { reports } from './reports.ts';
import { type Service, startService } from './service.ts';
import { size } from './size.ts';
import { startUp } from './start-up.ts';
import { sweep } from './sweep.ts';
import { throughput } from './throughput.ts';
import { units } from './units.ts';
import { webhookUnits } from './webhook-units.ts';
import { webhooks } from './webhooks.ts';
import { writeTable } from './written-tables.ts';

const figures: Readonly<Record<string, (service: Service) => Promise<Table[]> | Table[]>> = {
  units,
  cost,
  protection,
  conditions,
  limits,
  size,
  'start-up': startUp,
  throughput,
  paging,
  csv,
  'webhook-units': webhookUnits,
  webhooks,
  sweep,
  counting,
  reports,
  'life-cycle': lifeCycle,
  growth,
};

/** A figure that hangs does not keep the others from being taken. */
const figureMinutesMax = 6;

const { values: flags, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, million: { type: 'boolean', default: false } },
});
const unknown = asked.filter(name => !(name in figures));
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}; there are: ${Object.keys(figures).join(', ')}.`);
  process.exit(2);
}

if (flags.million && asked.join() !== 'growth') {
  console.error('--million is for growth alone: npm run bench -- growth --million');
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

if (asked.length === 1) await measureHere(asked[0] ?? '');
else for (const name of asked.length > 0 ? asked : Object.keys(figures)) await measureApart(name);
process.exit();

/** Where other figures are taken too, each has a process of its own: clients, caches and what the CPU is used for are its alone. */
async function measureApart(name: string): Promise<void> {
  const options = flags.write ? ['--write'] : [];
  const child = spawn(process.execPath, [import.meta.filename, name, ...options], {
    stdio: 'inherit',
    timeout: figureMinutesMax * 60_000,
  });
  const end = () => child.kill();
  process.once('exit', end);
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('exit', end);
  if (code === 0) return;
  // The other figures are worth having all the same.
  console.error(`${name} failed${code === null ? ` or took more than ${figureMinutesMax} minutes` : ''}.`);
  process.exitCode = 1;
}

async function measureHere(name: string): Promise<void> {
  const service = await startService();
  const startedAt = performance.now();
  for (const table of (await figures[name]?.(service)) ?? []) {
    console.log(`### ${table.title}\n\n${markdown(table)}\n`);
    if (flags.write) writeTable(table);
  }
  console.error(`${name} took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  await service.close();
}
