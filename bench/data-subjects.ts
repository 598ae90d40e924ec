import { startKms } from '../local/kms.ts';
import { startS3 } from '../local/s3/server.ts';
import type { Service } from './service.ts';

/** Provides a bucket for files and a key for secrets while the work lasts. */
export async function withBucketAndKey<Result>(
  { directory }: Pick<Service, 'directory'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const bucket = await startS3({ dataDir: directory, port: 0, buckets: [{ name: 'uploads', properties: {} }] });
  const kms = await startKms({ dataDir: directory, port: 0, keys: ['secrets'] });
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_S3: bucket.endpoint, UPLOADS_BUCKET: 'uploads' },
    ...{ AWS_ENDPOINT_URL_KMS: kms.endpoint, KMS_KEY_ID: 'secrets' },
  });
  try {
    return await work();
  } finally {
    await Promise.all([bucket.close(), kms.close()]);
  }
}

/** Exports a person who is in no response, which reads all. */
export async function exportPerson({ caller }: Service): Promise<void> {
  const { newRequest, runToEnd } = await import('../test/support/table/data-subjects.ts');
  await runToEnd(await newRequest(caller, 'export', { email: 'nobody@example.com' }));
}
