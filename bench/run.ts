/**
 * Measures the service and prints the figures as tables; with `--write` also puts them into the documentation.
 *
 *   npm run bench [-- units csv --write]
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { abuseTable } from './abuse.ts';
import { cost } from './cost.ts';
import { counting } from './counting.ts';
import { csv } from './csv.ts';
import { growth } from './growth.ts';
import { limits } from './limits.ts';
import { pagesOfLists } from './lists.ts';
import { paging } from './paging.ts';
import { peer } from './peer.ts';
import { protection } from './protection.ts';
import { markdown, NotInstalled, type Table } from './report.ts';
import { reports } from './reports.ts';
import { type Service, startService } from './service.ts';
import { startUp } from './start-up.ts';
import { throughput } from './throughput.ts';
import { units } from './units.ts';
import { webhookUnits } from './webhook-units.ts';
import { webhooks } from './webhooks.ts';
import { writeTable } from './written-tables.ts';

type Figure = (service: Service) => Promise<Table[]> | Table[];

/** The figures in the order of measurement. Those on one line share a process, and therefore its filled forms. */
const groups: readonly Readonly<Record<string, Figure>>[] = [
  { units },
  { cost },
  { abuse: () => [abuseTable()] },
  { protection },
  { limits },
  { 'start-up': startUp },
  { throughput },
  // Peer enables the table's stream, which slows the engine. Paging enlarges the table, and only counts calls.
  { csv, peer, paging },
  { lists: async () => [await pagesOfLists()] },
  { 'webhook-units': webhookUnits },
  { webhooks },
  { counting },
  { reports },
  { growth },
];
const figures: Readonly<Record<string, Figure>> = Object.assign({}, ...groups);

/** The time limit of a figure, so that one that hangs doesn't block the others. */
const figureMinutesMax = 6;

type Outcome = { readonly name: string; readonly seconds: number; readonly outcome: 'taken' | 'failed' | 'left out' };

const { values: flags, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const unknown = asked.filter(name => !(name in figures));
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}; there are: ${Object.keys(figures).join(', ')}.`);
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const runs = groups
  .map(group => Object.keys(group).filter(name => asked.length === 0 || asked.includes(name)))
  .filter(names => names.length > 0);
const startedAt = performance.now();
const outcomes: Outcome[] = [];
for (const names of runs) outcomes.push(...(await (runs.length === 1 ? measureHere(names) : measureApart(names))));
if (process.send) await new Promise(resolve => process.send?.(outcomes, resolve));
else conclude();
process.exit();

function conclude(): void {
  const told = outcomes.map(
    ({ name, seconds, outcome }) => `${name} ${outcome === 'taken' ? `${seconds} s` : outcome}`,
  );
  console.error(`In all ${Math.round((performance.now() - startedAt) / 1000)} s: ${told.join(', ')}.`);
  const isMissed = ({ name, outcome }: Outcome) =>
    outcome === 'failed' || (outcome === 'left out' && asked.includes(name));
  if (outcomes.some(isMissed)) process.exitCode = 1;
}

/** Measures a group in its own process, so that groups don't share clients, caches and CPU time. */
async function measureApart(names: readonly string[]): Promise<Outcome[]> {
  const options = flags.write ? ['--write'] : [];
  const child = fork(import.meta.filename, [...names, ...options], {
    timeout: names.length * figureMinutesMax * 60_000,
  });
  const end = () => child.kill();
  process.once('exit', end);
  const reported = await new Promise<Outcome[] | undefined>(resolve => {
    child.once('message', message => resolve(message as Outcome[]));
    child.once('close', () => resolve(undefined));
  });
  process.off('exit', end);
  if (reported) return reported;
  console.error(`${names.join(', ')}: ended, or took more than ${figureMinutesMax} minutes each.`);
  return names.map(name => ({ name, seconds: Number.NaN, outcome: 'failed' }));
}

async function measureHere(names: readonly string[]): Promise<Outcome[]> {
  const service = await startService();
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    const outcome = await measure(name, service);
    outcomes.push({ name, seconds: Math.round((performance.now() - startedAt) / 1000), outcome });
  }
  await service.close();
  return outcomes;
}

/** Measures one figure. A failure doesn't stop the others. */
async function measure(name: string, service: Service): Promise<Outcome['outcome']> {
  try {
    for (const table of (await figures[name]?.(service)) ?? []) {
      console.log(`### ${table.title}\n\n${markdown(table)}\n`);
      if (flags.write) writeTable(table);
    }
    return 'taken';
  } catch (error) {
    if (error instanceof NotInstalled) {
      console.error(`${name}: ${error.message}`);
      return 'left out';
    }
    console.error(`${name} failed:`, error);
    return 'failed';
  }
}
