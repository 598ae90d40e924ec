import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { log } from '../../shared/log.ts';
import { fuzz } from './fuzz.ts';
import { playHistories } from './histories.ts';
import { startServices } from './services.ts';

// npm run fuzz -- --cases 100000 --seed 1: prints what it finds, and fails then. A fifth of the cases are steps of histories.
const { values } = parseArgs({ options: { cases: { type: 'string', default: '5000' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const cases = Number(values.cases);
const tell = (line: string) => console.log(line);
process.env.PASSWORD_COST = '10';
log.setLogLevel('SILENT');
// Handlers import styles as text, as in the bundles.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css')
      ? {
          format: 'module',
          source: `export default ${JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'))};`,
          shortCircuit: true,
        }
      : next(url, context),
});
const stop = await startServices();
try {
  const steps = Math.floor(cases / 5);
  const histories = await playHistories({ steps, seed, tell });
  const { findings, answers, slowestMs } = await fuzz({ cases: cases - steps, seed, tell });
  for (const [operation, { success, all }] of answers)
    console.log(`${operation}: ${all} requests, ${success} successes`);
  for (const [answered, times] of histories.answers) console.log(`in histories, ${answered}: ${times}`);
  const found = findings.length + histories.findings.length;
  console.log(`${cases} cases from seed ${seed}: ${found} findings; the slowest took ${slowestMs.toFixed(0)} ms`);
  process.exitCode = found > 0 ? 1 : 0;
} finally {
  await stop();
}
