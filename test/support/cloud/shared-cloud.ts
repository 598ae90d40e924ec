import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Credentials } from '../../../local/bootstrap.ts';
import type { Cloud } from '../../../local/cloud.ts';
import type { Engine } from '../../../local/dynamodb/dynamodb.ts';
import { serve } from '../../../local/http-server.ts';
import { deployCustomer } from '../../../local/iam/customers.ts';
import type { Assembly } from '../../../local/template/assembly.ts';
import { filesInMemory } from './files-in-memory.ts';

/** The resources that tests look into. */
type SharedAssembly = Pick<Assembly, 'tables' | 'queues' | 'buckets' | 'keys'>;

/** The parts of a local cloud that another process can use. */
export type ReachableCloud = Pick<Cloud, 'baseUrl' | 'environment' | 'mailFolder' | 'deployCustomer'> & {
  assembly: SharedAssembly;
};

/** What the process of a test file is told of the cloud. */
type SharedCloud = Omit<ReachableCloud, 'deployCustomer'> & { dataDir: string };

/** An engine without tables, and the tables that the template declares. */
export type SharedEngine = { endpoint: string; databaseFile?: string; tables: Assembly['tables'] };

type StartedEngine = { engine: Engine; dataDir: string; shared: SharedEngine };
type Started = { cloud: Cloud; dataDir: string; founder: Worker };

/** Jest runs the setup and the teardown of a run as separate modules. */
const run = globalThis as { closeSharedCloud?: () => Promise<void> };

/**
 * Offers the test files of a run one local cloud, where each gets its own organization, and one DynamoDB engine, where
 * each gets its own table. Each starts when the first file asks: a cold start of a function costs as much as 20
 * requests, an engine as much as 100 writes.
 */
export async function shareCloud(): Promise<void> {
  let started: Promise<Started> | undefined;
  let startedEngine: Promise<StartedEngine> | undefined;
  const answer = async ({ url }: IncomingMessage, response: ServerResponse) => {
    // A process that was busy for a while would use a connection again just as it is closed for being idle.
    response.setHeader('connection', 'close');
    try {
      if (url === '/engine') {
        startedEngine ??= startEngine();
        response.end(JSON.stringify((await startedEngine).shared));
        return;
      }
      started ??= start();
      const { cloud, dataDir, founder } = await started;
      if (url === '/organization') {
        response.end(JSON.stringify(await found(founder)));
        return;
      }
      const { baseUrl, environment, mailFolder } = cloud;
      const { tables, queues, buckets, keys } = cloud.assembly;
      const assembly = { tables, queues, buckets, keys };
      response.end(JSON.stringify({ baseUrl, environment, mailFolder, assembly, dataDir } satisfies SharedCloud));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const server = await serve(answer, 0, () => {});
  process.env.SHARED_CLOUD_URL = server.endpoint;
  run.closeSharedCloud = async () => {
    await Promise.all([server.close(), started?.then(stop), startedEngine?.then(stopEngine)]);
  };
}

export const closeSharedCloud = async (): Promise<void> => run.closeSharedCloud?.();

async function assemblyUnderTest(): Promise<string> {
  await import('./settings-under-test.ts');
  // Mutants live in the processes of tests. The cloud runs none, and with them its bundles would exceed their budgets.
  if (process.env.UNCHANGED_ASSEMBLY) return process.env.UNCHANGED_ASSEMBLY;
  const { prepareAssembly } = await import('../../../local/prepare.ts');
  return await prepareAssembly();
}

/** Loads the cloud on demand: most runs of single files don't need it. */
async function start(): Promise<Started> {
  const [assemblyDir, { startCloud }] = await Promise.all([assemblyUnderTest(), import('../../../local/cloud.ts')]);
  const dataDir = mkdtempSync(join(filesInMemory(), 'shared-cloud-'));
  const cloud = await startCloud({ assemblyDir, dataDir, port: 0, environmentsMax: 2 });
  const env = { ...process.env, ...cloud.environment, TABLE_NAME: cloud.assembly.tables[0]?.name };
  const founder = new Worker(join(import.meta.dirname, 'founder.ts'), { env, execArgv: [] });
  return { dataDir, cloud, founder };
}

async function stop({ cloud, dataDir, founder }: Started): Promise<void> {
  await founder.terminate();
  await cloud.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function startEngine(): Promise<StartedEngine> {
  const [assemblyDir, { readAssembly }, { startDynamoDb }, { rememberedPorts }] = await Promise.all([
    assemblyUnderTest(),
    import('../../../local/template/assembly.ts'),
    import('../../../local/dynamodb/dynamodb.ts'),
    import('../../../local/ports.ts'),
  ]);
  const { tables } = readAssembly(assemblyDir);
  const dataDir = mkdtempSync(join(filesInMemory(), 'shared-engine-'));
  const { dynamodb: port } = await rememberedPorts(dataDir, ['dynamodb']);
  const engine = await startDynamoDb({ dataDir, port });
  const { endpoint, databaseFile } = engine;
  return { engine, dataDir, shared: { endpoint, databaseFile, tables } };
}

async function stopEngine({ engine, dataDir }: StartedEngine): Promise<void> {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function found(founder: Worker): Promise<Credentials> {
  const { port1, port2 } = new MessageChannel();
  founder.postMessage(port2, [port2]);
  const [credentials] = await once(port1, 'message');
  port1.close();
  return credentials;
}

/** Returns the shared cloud, as the process of a test file can use it. */
export async function sharedCloud(): Promise<ReachableCloud> {
  const { dataDir, ...cloud } = await ask<SharedCloud>('/');
  return { ...cloud, deployCustomer: deployed => deployCustomer(dataDir, deployed) };
}

export const sharedEngine = (): Promise<SharedEngine> => ask('/engine');

/** Creates an organization in the shared cloud. */
export const newSharedOrganization = (): Promise<Credentials> => ask('/organization');

async function ask<T>(path: string): Promise<T> {
  const reply = await fetch(new URL(path, process.env.SHARED_CLOUD_URL));
  if (!reply.ok) throw new Error(`The cloud that the test files share does not start: ${await reply.text()}`);
  return (await reply.json()) as T;
}
