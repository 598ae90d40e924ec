import { startS3 } from '../local/s3/server.ts';
import type { Service } from './service.ts';

/** Provides a bucket for files while the work lasts. */
export async function withUploads<Result>(
  { directory }: Pick<Service, 'directory'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const bucket = await startS3({ dataDir: directory, port: 0, buckets: [{ name: 'uploads', properties: {} }] });
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: bucket.endpoint, UPLOADS_BUCKET: 'uploads' });
  try {
    return await work();
  } finally {
    await bucket.close();
  }
}

/** Exports a person who is in no response, which reads all. */
export async function exportPerson({ caller }: Service): Promise<void> {
  const { newRequest, runToEnd } = await import('../test/support/table/data-subjects.ts');
  await runToEnd(await newRequest(caller, 'export', { email: 'nobody@example.com' }));
}
