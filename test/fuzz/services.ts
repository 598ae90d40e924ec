import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { accessKeyId, region, secretAccessKey } from '../../local/credentials.ts';
import { startDynamoDb } from '../../local/dynamodb/dynamodb.ts';
import { createTables } from '../../local/dynamodb/tables.ts';
import { startKms } from '../../local/kms.ts';
import { rememberedPorts } from '../../local/ports.ts';
import { prepareAssembly } from '../../local/prepare.ts';
import { startS3 } from '../../local/s3/server.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { limitSettings } from '../../shared/contracts/contract.ts';

/** Starts what endpoints call, and sets this process's environment to it. Nothing works off what they store. */
export async function startServices(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formline-fuzz-'));
  const { tables } = readAssembly(await prepareAssembly());
  const ports = await rememberedPorts(dataDir, ['dynamodb', 'kms', 's3']);
  const engine = await startDynamoDb({ dataDir: join(dataDir, 'dynamodb'), port: ports.dynamodb });
  const kms = await startKms({ dataDir, port: ports.kms, keys: ['secrets'] });
  const s3 = await startS3({ dataDir, port: ports.s3, buckets: [{ name: 'uploads', properties: {} }] });
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    TABLE_NAME: tables[0]?.name,
    DATA_KEYS_TABLE: tables[1]?.name,
    KMS_KEY_ID: 'secrets',
    UPLOADS_BUCKET: 'uploads',
    UPLOAD_BYTES_MAX: '10485760',
    WEBHOOK_ALLOW_LOOPBACK: 'false',
    SERVICE_VERSION: '1.2.3',
    MAIL_FROM: 'no-reply@formline.example',
    OIDC_PROVIDERS: '[]',
    ORGANIZATION_FOUNDERS: 'users',
    LIMIT_MAILS_TO_STRANGERS: '0',
    // A busy machine is no outage.
    REQUEST_PATIENCE_MS: '60000',
    // A refusal for the rate of requests would tell nothing.
    ...Object.fromEntries(limitSettings.map(name => [name, '0'])),
  });
  const client = new DynamoDBClient({});
  await createTables(
    client,
    tables.map(table => ({ ...table, streamViewType: undefined })),
  );
  client.destroy();
  return async () => {
    for (const service of [s3, kms, engine]) await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
