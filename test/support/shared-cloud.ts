import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cloud } from '../../local/cloud.ts';

/** What another process has to know of a local cloud to use it. */
export type SharedCloud = Pick<Cloud, 'baseUrl' | 'environment' | 'mailFolder'> & { assemblyDir: string };

type Started = { cloud: Cloud; assemblyDir: string; dataDir: string };

/** What Jest calls before and after a run are modules of their own. */
const run = globalThis as { closeSharedCloud?: () => Promise<void> };

/**
 * Offers one local cloud to all test files of a run, each of which is an organization in it. It starts when the first file asks:
 * a function that starts cold costs as much as twenty requests, and each file would start all of its own anew.
 */
export async function shareCloud(): Promise<void> {
  let started: Promise<Started> | undefined;
  const server = createServer(async (_, response) => {
    started ??= start();
    try {
      const { cloud, assemblyDir } = await started;
      const { baseUrl, environment, mailFolder } = cloud;
      response.end(JSON.stringify({ baseUrl, environment, mailFolder, assemblyDir } satisfies SharedCloud));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  process.env.SHARED_CLOUD_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  run.closeSharedCloud = async () => {
    server.close();
    if (!started) return;
    const { cloud, dataDir } = await started;
    await cloud.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export const closeSharedCloud = async (): Promise<void> => run.closeSharedCloud?.();

/** Loaded only now: most runs of single files need no cloud. */
async function start(): Promise<Started> {
  const [{ prepareAssembly }, { startCloud }] = await Promise.all([
    import('../../local/prepare.ts'),
    import('../../local/cloud.ts'),
    import('./without-limits.ts'),
  ]);
  const assemblyDir = await prepareAssembly();
  const dataDir = mkdtempSync(join(tmpdir(), 'shared-cloud-'));
  return { assemblyDir, dataDir, cloud: await startCloud({ assemblyDir, dataDir, port: 0, environmentsMax: 3 }) };
}

/** As the process of a test file reaches it. */
export async function sharedCloud(): Promise<SharedCloud> {
  const reply = await fetch(process.env.SHARED_CLOUD_URL ?? '');
  if (!reply.ok) throw new Error(`The cloud that the test files share does not start: ${await reply.text()}`);
  return (await reply.json()) as SharedCloud;
}
