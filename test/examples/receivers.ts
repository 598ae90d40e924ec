import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { submit } from '../../client/src/index.ts';
import { hasCommand, run } from '../clients/tools.ts';
import { installed, type Target } from './target.ts';

type Receiver = {
  readonly start: (port: number, secret: string) => ChildProcess;
  /** What else the running server is used for. */
  readonly meanwhile?: (url: string) => Promise<void>;
};

/** Starts a receiver, and waits until the service has delivered an event to its /hook. A forged one must be refused. */
export async function receive({ formline, formId }: Target, { start, meanwhile }: Receiver): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const events = ['response.created'] as const;
  const webhook = await formline.call('createWebhook', { body: { url: `${url}/hook`, events: [...events], formId } });
  const child = start(port, webhook.secret);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (printed += text));
  try {
    await until(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      `The receiver does not start:\n${printed}`,
    );
    const forged = await fetch(`${url}/hook`, { method: 'POST', body: '{}' });
    if (forged.status !== 401) throw new Error(`A forged webhook was answered ${forged.status}`);
    const { id } = await submit(formline, formId, { name: 'Ada' });
    await until(async () => printed.includes(`response.created ${id}`), `The event did not arrive:\n${printed}`);
    await meanwhile?.(url);
  } finally {
    child.kill();
    await formline.call('deleteWebhook', { params: { id: webhook.id } });
  }
}

async function until(done: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let tries = 0; !(await done()); tries++) {
    if (tries === 150) throw new Error(otherwise);
    await pause(200);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const withSettings = (port: number, secret: string) => ({
  env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
});

async function python(target: Target): Promise<string> {
  if (!(await hasCommand('python3'))) return 'left out: this machine has no Python';
  const folder = await installed('python-receiver', target);
  await receive(target, {
    start: (port, secret) => spawn('python3', [join(folder, 'receiver.py')], withSettings(port, secret)),
  });
  return 'a webhook verified, a forged one refused';
}

async function go(target: Target): Promise<string> {
  if (!(await hasGo())) return 'left out: this machine has no Go (apt-get install golang-go)';
  const folder = await installed('go-receiver', target);
  await run('go', ['vet', '.'], folder);
  await run('go', ['build', '-o', 'receiver', '.'], folder);
  await receive(target, {
    start: (port, secret) => spawn(join(folder, 'receiver'), [], withSettings(port, secret)),
  });
  return 'built, a webhook verified, a forged one refused';
}

const hasGo = (): Promise<boolean> =>
  run('go', ['version'], '.').then(
    () => true,
    () => false,
  );

export const receivers = { 'python-receiver': python, 'go-receiver': go };
