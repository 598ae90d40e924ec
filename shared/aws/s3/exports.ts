import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { env } from '../../env.ts';
import { bucketOf, s3, type WithStorage, withBucket } from './buckets.ts';

/** The IDs in the key of an export's object. */
export type ExportNames = { environmentId: string; id: string };

/** The formats of a person's data. Exports from before 0.3.0 have no `zip`. */
export type PersonFormat = keyof typeof personTypes;

const personTypes = { json: 'application/json; charset=utf-8', zip: 'application/zip' } as const;

/** Returns the bucket and key of an export's object, next to the files. */
const objectOf = ({ environmentId, id }: ExportNames, format: PersonFormat) => ({
  Bucket: env('UPLOADS_BUCKET'),
  Key: `exports/${environmentId}/${id}.${format}`,
});

/** Stores a person's data from a file of this machine. Replaces the object of an earlier run. */
export async function putExport(
  names: ExportNames,
  format: PersonFormat,
  { path, bytes }: { readonly path: string; readonly bytes: number },
): Promise<void> {
  const file = await open(path);
  try {
    const content = { Body: file.createReadStream(), ContentLength: bytes, ContentType: personTypes[format] };
    await s3.send(new PutObjectCommand({ ...objectOf(names, format), ...content }));
  } finally {
    await file.close();
  }
}

/** Opens an export. Returns undefined if it is gone. */
export async function openExport(names: ExportNames, format: PersonFormat = 'json'): Promise<Readable | undefined> {
  try {
    return (await s3.send(new GetObjectCommand(objectOf(names, format)))).Body as Readable;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Returns the lines of an export: what it begins with, then its responses. Returns undefined if it is gone. */
export async function openLines(names: ExportNames): Promise<AsyncIterable<string> | undefined> {
  const input = await openExport(names);
  return input && createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

export async function deleteExport(names: ExportNames): Promise<void> {
  for (const format of Object.keys(personTypes) as PersonFormat[])
    await s3.send(new DeleteObjectCommand(objectOf(names, format)));
}

/** Returns a URL to download an export. */
export function signExport(names: ExportNames, format: PersonFormat, expiresIn: number): Promise<string> {
  const get = {
    ...objectOf(names, format),
    ResponseContentDisposition: `attachment; filename="${names.id}.${format}"`,
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
