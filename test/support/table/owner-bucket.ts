import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from '@jest/globals';
import { deployedCustomer } from '../../../local/iam/customers.ts';
import { Identities, startSts } from '../../../local/iam/sts.ts';
import { startS3 } from '../../../local/s3/server.ts';
import type { Form } from '../../../shared/domain/forms/form.ts';
import { mortalOwners } from './killed-at.ts';

const account = '111122223333';
const bucket = 'acme-answers';
const externalId = 'org_1';
const RoleName = 'formline-storage-acme';
const stack = { account, BucketName: bucket, RoleName, ExternalId: externalId };
const shut = ['sts:AssumeRole', 's3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'];

/** The storage of a form whose answers go to the bucket. */
const storage: NonNullable<Form['storage']> = {
  ...{ mode: 'owner', bucket, roleArn: `arn:aws:iam::${account}:role/${RoleName}`, externalId },
  answers: 'bucket',
};

/** Sets up a bucket in an owner's account for the tests of a file, which they can close and open. */
export function useOwnerBucket() {
  const dataDir = mkdtempSync(join(tmpdir(), 'owner-bucket-'));
  const closers: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true })];
  let without: string[] = [];
  let client: S3Client;
  let onRequest: (command: string) => unknown = () => {};

  beforeAll(async () => {
    const common = {
      port: 0,
      identities: new Identities(),
      customers: () => [deployedCustomer({ ...stack, without })],
    };
    // By the clock of the test, which it may set.
    const now = () => Date.now();
    const s3 = await startS3({ ...common, dataDir, now, buckets: [{ name: 'uploads', properties: {} }] });
    const sts = await startSts(common);
    closers.unshift(
      () => s3.close(),
      () => sts.close(),
    );
    Object.assign(process.env, {
      ...{ AWS_REGION: 'us-east-1', UPLOADS_BUCKET: 'uploads' },
      ...{ AWS_ENDPOINT_URL_S3: s3.endpoint, AWS_ENDPOINT_URL_STS: sts.endpoint },
    });
    closers.unshift(mortalOwners(command => onRequest(command)));
    client = new S3Client({
      ...{ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: account, secretAccessKey: 'local' },
    });
  });

  afterAll(async () => {
    for (const close of closers) await close();
  });

  return {
    ...{ bucket, storage },
    close(): void {
      without = shut;
    },
    open(): void {
      without = [];
    },
    /** Calls this before each request to the bucket, which waits for it, with the name of the command. */
    watch(next: typeof onRequest): void {
      onRequest = next;
    },
    /** Returns the keys of the objects with answers of a form. */
    async objects(formId: string): Promise<string[]> {
      const list = new ListObjectsV2Command({ Bucket: bucket, Prefix: `responses/${formId}/` });
      return ((await client.send(list)).Contents ?? []).map(({ Key = '' }) => Key);
    },
    /** The owner's own access to the bucket. */
    client: () => client,
    async read(object: { Bucket: string; Key: string }): Promise<Uint8Array> {
      const { Body } = await client.send(new GetObjectCommand(object));
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    },
  };
}
