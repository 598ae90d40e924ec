import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { env } from '../../env.ts';
import { bucketOf, s3, type WithStorage, withBucket } from './buckets.ts';

/** The IDs in the key of an export's object. */
export type ExportNames = { environmentId: string; id: string };

/** Returns the bucket and key of an export's object, next to the files. */
const objectOf = ({ environmentId, id }: ExportNames) => ({
  Bucket: env('UPLOADS_BUCKET'),
  Key: `exports/${environmentId}/${id}.json`,
});

/** Stores a person's data. Replaces the object of an earlier run. */
export async function putExport(names: ExportNames, Body: Buffer): Promise<void> {
  await s3.send(new PutObjectCommand({ ...objectOf(names), Body, ContentType: 'application/json; charset=utf-8' }));
}

/** Returns the content of an export, or undefined if it is gone. */
export async function readExport(names: ExportNames): Promise<string | undefined> {
  try {
    return await (await s3.send(new GetObjectCommand(objectOf(names)))).Body?.transformToString();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

export async function deleteExport(names: ExportNames): Promise<void> {
  await s3.send(new DeleteObjectCommand(objectOf(names)));
}

/** Returns a URL to download an export. */
export function signExport(names: ExportNames, expiresIn: number): Promise<string> {
  const get = {
    ...objectOf(names),
    ResponseContentDisposition: `attachment; filename="${names.id}.json"`,
    ResponseCacheControl: 'private, no-store',
  };
  return getSignedUrl(s3, new GetObjectCommand(get), { expiresIn });
}

/** The IDs in the key of a file of responses, its format, and its bucket. */
export type ExportFile = {
  environmentId: string;
  request: string;
  id: string;
  format: keyof typeof contentTypes;
} & WithStorage;

/** Returns the bucket and key of a file of responses. */
export const exportFileObject = (file: ExportFile) => ({
  Bucket: bucketOf(file),
  Key: `exports/${file.environmentId}/${file.request}/${file.id}.${file.format}`,
});

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export async function putExportFile(file: ExportFile, Body: Uint8Array): Promise<void> {
  const put = new PutObjectCommand({ ...exportFileObject(file), Body, ContentType: contentTypes[file.format] });
  await withBucket(file, client => client.send(put));
}

export async function deleteExportFile(file: ExportFile): Promise<void> {
  await withBucket(file, client => client.send(new DeleteObjectCommand(exportFileObject(file))));
}
