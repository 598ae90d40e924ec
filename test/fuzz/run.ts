import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { startServices } from './services.ts';

// npm run fuzz -- --cases 100000 --seed 1: prints what it finds, and fails then.
const { values } = parseArgs({ options: { cases: { type: 'string', default: '5000' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const cases = Number(values.cases);
const stop = await startServices();
try {
  const { findings, answers, slowestMs } = await fuzz({ cases, seed, tell: line => console.log(line) });
  for (const [operation, { success, all }] of answers)
    console.log(`${operation}: ${all} requests, ${success} successes`);
  console.log(
    `${cases} cases from seed ${seed}: ${findings.length} findings; the slowest took ${slowestMs.toFixed(0)} ms`,
  );
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  await stop();
}
