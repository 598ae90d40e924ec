/**
 * Plays failures of AWS against a local cloud under load, and prints what callers saw and what was kept. Fails if a
 * promise is broken. `--write` puts the tables into docs/reliability.md. Arguments select scenarios by part of their
 * names.
 *
 *   npm run gameday [-- --write] [-- silent stream]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { callsPerRequest } from './gameday/calls-per-request.ts';
import { failures } from './gameday/failures.ts';
import { play, type ScenarioOutcome } from './gameday/play.ts';
import { clocks } from './gameday/scenarios/clocks.ts';
import { deployment } from './gameday/scenarios/deployment.ts';
import { processes } from './gameday/scenarios/processes.ts';
import { region } from './gameday/scenarios/region.ts';
import type { Played } from './gameday/scenarios/scenario.ts';
import { stream } from './gameday/scenarios/stream.ts';
import { Stage } from './gameday/stage.ts';
import { rowOf, scenarioRowOf, scenarioTableOf, tableOf } from './gameday/table.ts';
import { submit } from './gameday/visitors.ts';

const document = 'docs/reliability.md';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, before: { type: 'string', default: 'HEAD~25' } },
});
const isChosen = ({ name }: { name: string }) =>
  positionals.length === 0 || positionals.some(part => name.includes(part));
const scenarios = [...clocks, ...stream, ...processes, deployment(values.before), region].filter(isChosen);
const chosen = failures.filter((failure, index) => isChosen(failure) || (index === 0 && failures.some(isChosen)));

const stage = new Stage();
await stage.start();
const outcomes: ScenarioOutcome[] = [];
const played: { name: string; outcome: Played }[] = [];
try {
  // Stop the workers, so that only the measured requests call the services.
  const form = await stage.newForm();
  for (let n = 0; n < 3; n++) await submit(form, `warm ${n}`);
  await stage.cloud.stopWorkers();
  const calls = [];
  for (const failure of chosen) calls.push(await callsPerRequest(failure, stage, form));
  await stage.cloud.startWorkers();

  for (const [index, failure] of chosen.entries()) {
    // The first outcome shows how slow the machine itself is, including cold starts.
    const slowestBefore = outcomes[0]?.slowestMs ?? Number.POSITIVE_INFINITY;
    const outcome = await play(failure, { stage, calls: calls[index] ?? { all: 0, failed: 0 }, slowestBefore });
    outcomes.push(outcome);
    console.log(rowOf(outcome).join(' | '), ...outcome.broken.map(promise => `BROKEN ${promise}`));
  }
  for (const { name, play } of scenarios) {
    const outcome = await play(stage);
    played.push({ name, outcome });
    console.log(scenarioRowOf({ name, outcome }).join(' | '), ...outcome.broken.map(promise => `BROKEN ${promise}`));
  }
} finally {
  await stage.close();
}

const tables = [outcomes.length > 0 ? tableOf(outcomes) : '', played.length > 0 ? scenarioTableOf(played) : ''];
const printed = tables.filter(table => table !== '').join('\n\n');
console.log(`\n${printed}\n`);
if (values.write) {
  const text = readFileSync(document, 'utf8');
  writeFileSync(document, text.replace(/(<!-- gameday -->\n)[\s\S]*(\n<!-- \/gameday -->)/, `$1\n${printed}\n$2`));
}
const broken = [
  ...outcomes.flatMap(({ name, broken }) => broken.map(promise => `${name}: ${promise}`)),
  ...played.flatMap(({ name, outcome }) => outcome.broken.map(promise => `${name}: ${promise}`)),
];
for (const promise of broken) console.error(`BROKEN ${promise}`);
// Exit explicitly, because proxies and connections that still wait for an answer would keep the process alive.
process.exit(broken.length > 0 ? 1 : 0);
