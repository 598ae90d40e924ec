import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../../../local/bootstrap.ts';
import { environment } from '../stage.ts';
import { countedSubmissions, type Form, submit, Visitors } from '../visitors.ts';
import { outcomeFor, type Played, promise, type Scenario } from './scenario.ts';

const frozenMs = 5000;

/** Runs `npm start` in its own process, and keeps its data when the process ends. */
class LocalProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'gameday-process-'));
  #port = 0;
  #child: ChildProcess | undefined;

  async start(): Promise<void> {
    this.#port ||= await freePort();
    const env = { ...environment, LOCAL_DATA: this.dataDir, PORT: String(this.#port) };
    const child = spawn(process.execPath, ['bin/local.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Ready at ')) return;
    throw new Error('The local cloud did not start');
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async end(name: NodeJS.Signals): Promise<void> {
    if (!this.#child) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(name);
    await ended;
  }

  async newForm(): Promise<Form> {
    const read = readFileSync(join(this.dataDir, 'credentials.json'), 'utf8');
    const { baseUrl, environments } = JSON.parse(read) as Credentials;
    const { secretKey } = environments.production;
    const fields = [
      { id: 'name', type: 'text' },
      { id: 'iban', type: 'text' },
    ];
    const reply = await fetch(`${baseUrl}/forms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Game day', status: 'live', fields }),
    });
    return { baseUrl, secretKey, formId: ((await reply.json()) as { id: string }).id };
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Sends visitors while something happens to the process. */
async function during(what: (process: LocalProcess) => Promise<void>): Promise<Played> {
  const local = new LocalProcess();
  try {
    await local.start();
    const form = await local.newForm();
    await submit(form, 'warm');
    const visitors = new Visitors();
    const arriving = visitors.arrive(form, 3, 8);
    await sleep(2000);
    await what(local);
    const happenedAt = performance.now();
    while ((await submit(form, 'after'))?.status !== 201) await sleep(100);
    const recoversAfterMs = performance.now() - happenedAt;
    await arriving;
    const { stored, broken, ...kept } = await outcomeFor(form, visitors);
    const until = performance.now() + 120_000;
    while ((await countedSubmissions(form)) < stored && performance.now() < until) await sleep(500);
    const counted = await countedSubmissions(form);
    const seen = `${counted} of ${stored} counted`;
    return { ...kept, recoversAfterMs, seen, broken: [...broken, ...promise(counted === stored, `only ${seen}`)] };
  } finally {
    await local.end('SIGKILL');
    rmSync(local.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

export const processes: readonly Scenario[] = [
  {
    name: 'a process is frozen for five seconds',
    play: () =>
      during(async local => {
        local.signal('SIGSTOP');
        await sleep(frozenMs);
        local.signal('SIGCONT');
      }),
  },
  {
    name: 'a process is killed, and starts again',
    play: () =>
      during(async local => {
        await local.end('SIGKILL');
        await local.start();
      }),
  },
  {
    name: 'a process is told to end, and starts again',
    play: () =>
      during(async local => {
        await local.end('SIGTERM');
        await local.start();
      }),
  },
];
