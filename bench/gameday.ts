/**
 * Plays failures of AWS against a local cloud under load, prints what callers saw and what was kept, and fails where a promise
 * is broken. With `--write` it puts the table into docs/reliability.md. Names choose failures, by a part of them.
 *
 *   npm run gameday [-- --write] [-- silent stream]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { credentialsOf } from '../local/bootstrap.ts';
import { type Endpoints, startCloud } from '../local/cloud.ts';
import { prepareAssembly } from '../local/prepare.ts';
import type { Fault } from '../test/support/cloud/fault-proxy.ts';
import { startFaultProxy } from '../test/support/cloud/fault-proxy.ts';
import { type Failure, failures, type Service } from './gameday/failures.ts';
import { type Outcome, play } from './gameday/play.ts';
import { rowOf, tableOf } from './gameday/table.ts';
import type { Form } from './gameday/visitors.ts';

const document = 'docs/reliability.md';
const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const chosen = failures.filter(
  ({ name }, index) => index === 0 || positionals.length === 0 || positionals.some(part => name.includes(part)),
);

const noFault = (): Fault | undefined => undefined;
/** What each service does at the moment. */
const behaviour: Record<Service, Failure['decide']> = { dynamodb: noFault, sqs: noFault };

async function between({ dynamodb, sqs }: Endpoints): Promise<Partial<Endpoints>> {
  const [database, queues] = await Promise.all([
    startFaultProxy(dynamodb, attempt => behaviour.dynamodb(attempt)),
    startFaultProxy(sqs, attempt => behaviour.sqs(attempt)),
  ]);
  return { dynamodb: database.endpoint, sqs: queues.endpoint };
}

async function newForm(baseUrl: string, secretKey: string): Promise<Form> {
  const reply = await fetch(`${baseUrl}/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Game day', status: 'live', fields: [{ id: 'name', type: 'text', label: 'Name' }] }),
  });
  const { id } = (await reply.json()) as { id: string };
  return { baseUrl, secretKey, formId: id };
}

const dataDir = mkdtempSync(join(tmpdir(), 'gameday-'));
// Limits of rate are not what is played.
const limits = ['SUBMISSIONS', 'FORM_SUBMISSIONS', 'REQUESTS', 'EVENTS', 'UPLOADS'].map(name => [`LIMIT_${name}`, '0']);
const environment = { ...process.env, ...Object.fromEntries(limits) };
const assemblyDir = await prepareAssembly({ environment, onProgress: console.log });
const cloud = await startCloud({ assemblyDir, dataDir, port: 0, environmentsMax: 8, between });
const outcomes: Outcome[] = [];
try {
  const { secretKey } = (await credentialsOf(cloud, dataDir)).environments.production;
  for (const failure of chosen) {
    const form = await newForm(cloud.baseUrl, secretKey);
    // The first is the yardstick: what the machine itself takes, cold starts included.
    const slowestBefore = outcomes[0]?.slowestMs ?? Number.POSITIVE_INFINITY;
    const outcome = await play(failure, { form, behaviour, slowestBefore });
    outcomes.push(outcome);
    console.log(rowOf(outcome).join(' | '));
  }
} finally {
  await cloud.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
}

const table = tableOf(outcomes);
console.log(`\n${table}\n`);
if (values.write) {
  const text = readFileSync(document, 'utf8');
  writeFileSync(document, text.replace(/(<!-- gameday -->\n)[\s\S]*(\n<!-- \/gameday -->)/, `$1\n${table}\n$2`));
}
const broken = outcomes.flatMap(({ name, broken }) => broken.map(promise => `${name}: ${promise}`));
for (const promise of broken) console.error(`BROKEN ${promise}`);
// Proxies and connections that are left waiting for an answer would keep the process.
process.exit(broken.length > 0 ? 1 : 0);
