/**
 * Measures the service and prints the figures as tables.
 *
 *   npm run bench [-- units csv]
 */
import { conditions } from './conditions.ts';
import { cost } from './cost.ts';
import { counting } from './counting.ts';
import { csv } from './csv.ts';
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
};

const asked = process.argv.slice(2);
const unknown = asked.filter(name => !(name in figures));
if (unknown.length > 0) {
  console.error(`There is no figure ${unknown.join(', ')}; there are: ${Object.keys(figures).join(', ')}.`);
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const service = await startService();
for (const [name, measure] of Object.entries(figures)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  try {
    for (const table of await measure(service)) console.log(`${markdown(table)}\n`);
  } catch (error) {
    // The other figures are worth having all the same.
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
}
await service.close();
process.exit();
