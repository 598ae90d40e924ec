import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserHeaders, eightAnswers } from './eight-field-form.ts';
import { fill } from './fill.ts';
import { type ProxyRequest, proxyEvent } from './invoke.ts';
import { median, type Table } from './report.ts';
import { bundleNameOf, newStoredForm, type Service } from './service.ts';

const runs = 7;

const empty = `exports.handler = async () => ({ statusCode: 200 });`;

/**
 * The script of a fresh process. It is plain CommonJS like Lambda's runtime, so it loads nothing that Lambda wouldn't.
 */
const script = `
const now = () => performance.timeOrigin + performance.now();
const { PassThrough } = require('node:stream');
const streamed = Symbol();
let status;
globalThis.awslambda = {
  streamifyResponse: handler => Object.assign(handler, { [streamed]: true }),
  HttpResponseStream: { from: (stream, { statusCode }) => { status = statusCode; return stream; } },
};
const [file, event] = process.argv.slice(1);
const { handler } = require(file);
const loaded = now();
const first = handler[streamed]
  ? handler(JSON.parse(event), new PassThrough().resume(), {}).then(() => ({ statusCode: status }))
  : handler(JSON.parse(event), {});
first.then(answer => {
  const answered = now();
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ loaded, answered, cpu: (user + system) / 1000, status: answer && answer.statusCode }));
  process.exit();
});
`;

type Start = { loaded: number; answered: number; cpu: number; status?: number };

/** Measures boot, load and first answer of functions in fresh processes, as ratios to an empty handler. */
export async function startUp(service: Service): Promise<Table[]> {
  const emptyFile = join(service.directory, 'empty.cjs');
  writeFileSync(emptyFile, empty);
  const requests = await firstRequests(service);
  const subjects = [
    { name: 'empty handler', file: emptyFile, event: {} },
    ...service.assembly.functions.flatMap(resource => {
      const name = bundleNameOf(resource);
      const request = requests[name];
      return request ? [{ name, file: join(resource.codeDir, 'index.cjs'), event: proxyEvent(request) }] : [];
    }),
  ];
  const starts = new Map<string, Start[]>(subjects.map(({ name }) => [name, []]));
  // Measure in rounds, so that other load on the machine affects all of them.
  for (let round = 0; round < runs; round += 1) {
    for (const { name, file, event } of subjects) {
      starts.get(name)?.push(await start(file, JSON.stringify(event), service.environment));
    }
  }
  return [tableOf(starts)];
}

function tableOf(starts: ReadonlyMap<string, readonly Start[]>): Table {
  const medians = [...starts].map(([name, of]) => ({
    name,
    loaded: median(of.map(({ loaded }) => loaded)),
    answered: median(of.map(({ answered }) => answered)),
    cpu: median(of.map(({ cpu }) => cpu)),
  }));
  const [base] = medians;
  if (!base) throw new Error('Nothing was started');
  const rows = medians.map(each => [
    each.name,
    each.loaded / base.loaded,
    each.answered / base.answered,
    each.cpu / base.cpu,
  ]);
  return {
    title: 'Start-up of a function over an empty one',
    columns: ['function', 'boot + load', '+ first answer', 'CPU of all three'],
    rows,
    note: `Medians of ${runs} fresh processes; CPU is theirs, on all cores. An empty handler has answered ${Math.round(base.answered)} ms after its process was started.`,
  };
}

/** Starts a process. Returns the milliseconds since then. `cpu` is also in milliseconds. */
async function start(file: string, event: string, environment: Readonly<Record<string, string>>): Promise<Start> {
  const asked = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, ['-e', script, file, event], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await new Promise(resolve => child.once('close', resolve));
  const { loaded, answered, cpu, status } = JSON.parse(output) as Start;
  if (status && status >= 400) throw new Error(`The first answer of ${file} is ${status}`);
  return { loaded: loaded - asked, answered: answered - asked, cpu };
}

/** Returns a repeatable request for each endpoint, by the name of its bundle. */
async function firstRequests(service: Service): Promise<Record<string, ProxyRequest>> {
  const headers = { ...browserHeaders, authorization: `Bearer ${service.secretKey}` };
  const stored = await newStoredForm(service);
  await fill(stored, 100, [Date.now() - 60_000, Date.now()]);
  const form = { headers, pathParameters: { id: stored.form.id } };
  return {
    'get-public-form': form,
    'update-form': { ...form, body: { title: 'Request a visit' } },
    'create-submission': { headers, pathParameters: { formId: stored.form.id }, body: eightAnswers },
    'list-responses': { headers, query: { form_id: stored.form.id } },
  };
}
