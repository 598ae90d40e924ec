import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { type S3Server, startS3 } from '../../../local/s3/server.ts';

/** Sets up an uploads bucket for the tests of a file. `stop` and `start` simulate an outage of S3. */
export function useUploads(): { stop: () => Promise<void>; start: () => Promise<void> } {
  const dataDir = mkdtempSync(join(tmpdir(), 'formline-uploads-'));
  const buckets = [{ name: 'uploads', properties: {} }];
  let server: S3Server | undefined;
  let port = 0;

  const start = async () => {
    server = await startS3({ dataDir, port, buckets });
    port = Number(new URL(server.endpoint).port);
  };
  const stop = async () => server?.close();

  beforeAll(async () => {
    await start();
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: server?.endpoint,
      UPLOADS_BUCKET: 'uploads',
    });
  });
  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { start, stop };
}
