import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deployedCustomer } from '../../../../local/iam/customers.ts';
import type { Statement } from '../../../../local/iam/policy.ts';
import { Identities, startSts } from '../../../../local/iam/sts.ts';
import { startS3 } from '../../../../local/s3/server.ts';
import { newOwnerClient } from '../../../../shared/aws/s3/buckets.ts';
import { bucketPolicyOf } from '../../../../shared/domain/forms/bucket-policy.ts';
import { proofKey } from '../../../../shared/domain/forms/storage.ts';

const account = '111122223333';
const storage = {
  ...{ bucket: 'acme-files', externalId: 'org_1', account },
  roleArn: 'arn:aws:iam::000000000000:role/formline-storage-deployment-local-us-east-1',
};
const customer = deployedCustomer({
  ...{ account, BucketName: storage.bucket, RoleName: 'formline-storage-acme', ExternalId: 'org_1' },
  bucketPolicy: bucketPolicyOf(storage) as { Version: string; Statement: Statement[] },
});

/** Of an hour, what is gone when credentials are renewed: all but five minutes. */
const elapsedMs = 56 * 60_000;

const dataDir = mkdtempSync(join(tmpdir(), 'owners-buckets-'));
const closers: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true })];
let administrator: S3Client;

beforeAll(async () => {
  const common = { port: 0, identities: new Identities(), customers: () => [customer] };
  const s3 = await startS3({ ...common, dataDir, buckets: [] });
  const sts = await startSts({ ...common, now: () => Date.now() - elapsedMs });
  closers.unshift(
    () => s3.close(),
    () => sts.close(),
  );
  Object.assign(process.env, {
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    ...{ AWS_ENDPOINT_URL_S3: s3.endpoint, AWS_ENDPOINT_URL_STS: sts.endpoint },
  });
  administrator = new S3Client({ credentials: { accessKeyId: account, secretAccessKey: 'local' } });
});

afterAll(async () => {
  for (const close of closers) await close();
});

it('looks for the owner’s proof whenever it renews its credentials, which last an hour', async () => {
  const proof = { Bucket: storage.bucket, Key: proofKey(storage) };
  const file = { Bucket: storage.bucket, Key: 'files/a' };
  const prove = () => administrator.send(new PutObjectCommand({ ...proof, Body: account }));
  const client = newOwnerClient(storage);
  const read = async () => (await client.send(new GetObjectCommand(file))).Body?.transformToString();
  await prove();
  await client.send(new PutObjectCommand({ ...file, Body: 'Ada' }));
  expect(await read()).toBe('Ada');
  await administrator.send(new DeleteObjectCommand(proof));
  await expect(read()).rejects.toMatchObject({ name: 'ProofMissing' });
  await prove();
  expect(await read()).toBe('Ada');
});
