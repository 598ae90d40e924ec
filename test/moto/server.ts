import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

const motoVersion = '5.2.1';

export type Moto = {
  /** For every service, and who calls it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** Starts moto, an implementation of AWS's APIs in Python. Throws where it is not installed, with what to do. */
export async function startMoto(): Promise<Moto> {
  const { stdout } = spawnSync('python3', ['-c', 'import moto.server; print(moto.__version__)'], { encoding: 'utf8' });
  if (!stdout?.trim()) throw new Error(`moto is not installed: pip install 'moto[all,server]==${motoVersion}'`);
  if (stdout.trim() !== motoVersion) console.log(`moto is ${stdout.trim()}; this was last seen with ${motoVersion}.`);
  const port = await freePort();
  const server = spawn('python3', ['-m', 'moto.server', '-p', String(port)], { stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  await untilAnswered(endpoint, server);
  const account = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'moto', AWS_SECRET_ACCESS_KEY: 'moto' };
  return {
    environment: { ...account, AWS_ENDPOINT_URL: endpoint },
    close: async () => {
      server.kill();
      await once(server, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilAnswered(endpoint: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (server.exitCode !== null) throw new Error(`moto ended with ${server.exitCode}`);
    const isThere = await fetch(`${endpoint}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  server.kill();
  throw new Error('moto does not answer');
}
