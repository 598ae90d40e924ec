import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { startKms } from '../../../local/kms.ts';

/** Sets up a key for sealing secrets, for the tests of a file. */
export function useKms(): void {
  const directory = mkdtempSync(join(tmpdir(), 'formline-kms-'));
  let close: () => Promise<void> | void = () => {};

  beforeAll(async () => {
    const server = await startKms({ dataDir: directory, port: 0, keys: ['secrets'] });
    const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region };
    Object.assign(process.env, credentials, { AWS_ENDPOINT_URL_KMS: server.endpoint, KMS_KEY_ID: 'secrets' });
    close = () => server.close();
  });

  afterAll(async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  });
}
