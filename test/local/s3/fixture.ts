import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach } from '@jest/globals';
import { accessKeyId, region, secretAccessKey } from '../../../local/credentials.ts';
import { type S3Server, startS3 } from '../../../local/s3/server.ts';

export const page = 'http://page.example';

const buckets = [
  {
    name: 'files',
    properties: {
      CorsConfiguration: {
        CorsRules: [
          {
            AllowedOrigins: [page, 'https://*.example'],
            AllowedMethods: ['GET', 'PUT', 'POST'],
            AllowedHeaders: ['content-type', 'X-Amz-*', 'one-*-one'],
            ExposedHeaders: ['ETag'],
            MaxAge: 600,
          },
        ],
      },
      LifecycleConfiguration: {
        Rules: [
          { Status: 'Enabled', Prefix: 'new/', ExpirationInDays: 1 },
          { Status: 'Disabled', Prefix: 'kept/', ExpirationInDays: 1 },
          { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } },
        ],
      },
    },
  },
  { name: 'other', properties: {} },
];

const ignore = () => undefined;
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A server with a fresh data directory for each test of the file. */
export class S3Fixture {
  dataDir = '';
  /** Milliseconds that the server's clock is ahead of the client's. */
  ahead = 0;
  #server: S3Server | undefined;
  #clients: S3Client[] = [];

  constructor() {
    beforeEach(async () => {
      this.dataDir = mkdtempSync(join(tmpdir(), 's3-'));
      this.ahead = 0;
      await this.start();
    });
    afterEach(async () => {
      await this.stop();
      rmSync(this.dataDir, { recursive: true });
    });
  }

  get server(): S3Server {
    if (!this.#server) throw new Error('The server is not started.');
    return this.#server;
  }

  async start(): Promise<void> {
    this.#server = await startS3({ dataDir: this.dataDir, port: 0, buckets, now: () => Date.now() + this.ahead });
  }

  async stop(): Promise<void> {
    for (const client of this.#clients.splice(0)) client.destroy();
    await this.server.close();
  }

  client(settings: { secret?: string; keyId?: string; requestChecksumCalculation?: 'WHEN_REQUIRED' } = {}): S3Client {
    const { secret = secretAccessKey, keyId = accessKeyId, requestChecksumCalculation } = settings;
    const client = new S3Client({
      endpoint: this.server.endpoint,
      region,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      maxAttempts: 1,
      requestChecksumCalculation,
      logger: silent,
    });
    this.#clients.push(client);
    return client;
  }

  /** Names of the files that hold bodies. */
  bodies(): string[] {
    return readdirSync(join(this.dataDir, 's3/bodies'));
  }
}
