import { relative, resolve } from 'node:path';
import { readConfig, SettingsError } from '../lib/config.ts';
import { type Credentials, credentialsOf } from '../local/bootstrap.ts';
import { type Cloud, portInUse, startCloud } from '../local/cloud.ts';
import { UnusableData } from '../local/data-folder.ts';
import type { ServedRequest } from '../local/gateway/served-api.ts';
import { isFree } from '../local/ports.ts';
import { beginAssembly, touchAssembly } from '../local/prepare.ts';
import { command } from './command/command.ts';
import { explanationOf } from './command/explanation.ts';
import { tellEnvironment } from './command/local-environment.ts';

command({
  name: 'start',
  does: 'Runs the service on this machine, at http://127.0.0.1:3000. Its settings come from the environment.',
});

const dataDir = resolve(process.env.LOCAL_DATA || '.local');

/** The functions needed first: those of `welcome`, and the readers of its writes. */
const usedFirst = [
  'get-home',
  'login',
  'create-form',
  'create-submission',
  'list-responses',
  'count-events',
  'dispatch-events',
];

/** Checks all settings before anything is bundled. Returns the port. */
function readSettings(): number {
  const { PORT = '', STAGE = '', ...environment } = process.env;
  const faults: string[] = [];
  if (!/^\d{0,5}$/.test(PORT) || Number(PORT) > 65_535) faults.push(`PORT is "${PORT}"; it must be 0 to 65535.`);
  if (!['', 'local'].includes(STAGE)) faults.push(`STAGE is "${STAGE}"; npm start runs stage local, so unset it.`);
  try {
    readConfig({ ...environment, STAGE: 'local' }, {}, { others: ['PORT', 'LOCAL_DATA', 'DYNAMODB_LOCAL'] });
  } catch (error) {
    faults.push((error as Error).message);
  }
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return Number(PORT || 3000);
}

async function start(onCloud: (cloud: Cloud) => void): Promise<void> {
  const port = readSettings();
  // Check now, before the seconds that synthesis may take.
  if (!(await isFree(port))) throw portInUse(port);
  const { assemblyDir, codeIn, bundled } = await beginAssembly({ first: usedFirst, onProgress: console.log });
  bundled.catch(fail);
  setInterval(touchAssembly, 60 * 60_000, assemblyDir).unref();
  const cloud = await startCloud({
    assemblyDir,
    codeIn,
    dataDir,
    port,
    slotWaitMs: 5000,
    onAnswered: answered => console.log(requestLine(answered)),
    onFailure: line => console.error(`${line.split('\n')[0]} (see ${dataDir}/functions.log)`),
    onMail: ({ to, subject }, file) => console.log(`MAIL to ${to.join(', ')}: ${subject} (${relative('', file)})`),
    onAlarm: ({ constructId, description }, on) =>
      console.log(`${on ? 'ALARM' : 'OK'} ${kebabCase(constructId)}${on ? `: ${description}` : ''}`),
    onEnd: fail,
  });
  onCloud(cloud);
  tellEnvironment(dataDir, cloud);
  console.log(welcome(await credentialsOf(cloud, dataDir)));
}

function requestLine({ method, path, status, ending, millis }: ServedRequest): string {
  const outcome = { whole: status, 'cut off': `${status}, cut off,`, 'client left': 'client left after' }[ending];
  return `${method} ${path} ${outcome} ${millis} ms`;
}

/** Converts the alarm `DueWorkLate` to `due-work-late`, its name in the runbook. */
function kebabCase(constructId: string): string {
  return constructId.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
}

function welcome({ baseUrl, owner, environments }: Credentials): string {
  const { publishableKey, secretKey } = environments.production;
  const form = { title: 'Contact', status: 'live', fields: [{ id: 'name', type: 'text', label: 'Your name' }] };
  return `
Ready at ${baseUrl}   (data and logs in ${dataDir}; all keys in ${dataDir}/credentials.json)

  publishable key  ${publishableKey}   (production)
  secret key       ${secretKey}   (production)

Dashboard          ${baseUrl}/app
  log in as        ${owner.email}   ${owner.password}

Create a form, submit to it, and get the CSV: paste this into another terminal.

  FORM=$(curl -s ${baseUrl}/forms -H 'Authorization: Bearer ${secretKey}' \\
    -H 'Content-Type: application/json' -d '${JSON.stringify(form)}' | grep -o 'form_[0-9A-Z]*')
  curl ${baseUrl}/v1/forms/$FORM/submissions -H 'x-publishable-key: ${publishableKey}' \\
    -H 'Content-Type: application/json' -d '{"name":"Ada"}'; echo
  curl "${baseUrl}/responses?form_id=$FORM&format=csv" -H 'Authorization: Bearer ${secretKey}'

Ctrl-C stops it.
`;
}

function fail(reason: unknown): void {
  console.error(messageOf(reason));
  process.exit(1);
}

/** Returns what to print. A plain Error has a message for the user; any other kind is a bug of the local cloud. */
function messageOf(reason: unknown): unknown {
  if (reason instanceof UnusableData) return `${reason.message} To start over without the data: rm -r ${dataDir}`;
  const plain = reason instanceof Error && reason.constructor === Error && !('code' in reason);
  return explanationOf(reason) ?? (plain ? reason.message : reason);
}

let cloud: Cloud | undefined;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl-C doesn't wait for running work.
    if (stopping || !cloud) process.exit(stopping ? 1 : 0);
    stopping = true;
    cloud.close().then(() => process.exit(0), fail);
  });
}
start(started => {
  cloud = started;
}).catch(fail);
