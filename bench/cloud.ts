import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../local/cloud.ts';
import type { Service } from './service.ts';

/** Runs the local cloud while the work lasts. Starts its own engine unless one is given. */
export async function withCloud<Result>(
  { assemblyDir, directory }: Service,
  work: (cloud: Cloud, dataDir: string) => Promise<Result>,
  { engine, ...options }: { readonly engine?: string; readonly environmentsMax?: number } = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(directory, 'cloud-'));
  const environment = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: engine };
  const cloud = await startCloud({ assemblyDir, dataDir, port: 0, environment, ...options });
  try {
    return await work(cloud, dataDir);
  } finally {
    await cloud.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
