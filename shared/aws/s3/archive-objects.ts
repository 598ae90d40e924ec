import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { env } from '../../env.ts';
import { bucketOf, s3, type WithStorage, withBucket } from './buckets.ts';

/** The IDs in the key of an archive, the range in its name (ms since the epoch), and its bucket. */
export type ArchiveNames = { environmentId: string; formId: string; from: number; to: number } & WithStorage;

const prefixOf = ({ environmentId, formId }: Omit<ArchiveNames, 'from' | 'to'>) =>
  `archives/${environmentId}/${formId}/`;

const compact = (time: number): string => new Date(time).toISOString().replace(/[-:.]/g, '');

/** Names an archive by its range, so that making it again replaces it. */
export const archiveName = ({ from, to }: Pick<ArchiveNames, 'from' | 'to'>): string =>
  `${compact(from)}-${compact(to)}.jsonl.gz`;

/** Returns the bucket and key of an archive's object. */
export const archiveObject = (archive: ArchiveNames) => ({
  Bucket: bucketOf(archive),
  Key: prefixOf(archive) + archiveName(archive),
});

/**
 * Stores an archive. S3 refuses it if the checksum does not match.
 *
 * @param sha256 in hexadecimal digits
 */
export async function putArchive(archive: ArchiveNames, body: Buffer, sha256: string): Promise<void> {
  const put = new PutObjectCommand({ ...archiveObject(archive), ...contentOf(body, sha256) });
  await withBucket(archive, client => client.send(put));
}

const contentOf = (body: Buffer, sha256: string) => ({
  Body: body,
  ContentType: 'application/gzip',
  ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
});

/**
 * Replaces the archive that was read. Returns false if it has changed or is gone.
 *
 * @param replaced the ETag of the archive that was read
 */
export async function replaceArchive(
  archive: ArchiveNames,
  body: Buffer,
  sha256: string,
  replaced: string | undefined,
): Promise<boolean> {
  try {
    const put = { ...archiveObject(archive), ...contentOf(body, sha256), IfMatch: replaced };
    await withBucket(archive, client => client.send(new PutObjectCommand(put)));
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
    // 409: another request is writing it.
    if (status === 412 || status === 404 || status === 409) return false;
    throw error;
  }
}

/** Opens an archive. Returns its content, its size and its ETag. */
export async function openArchive(
  archive: ArchiveNames,
): Promise<{ body: Readable; bytes: number; etag: string | undefined }> {
  const get = new GetObjectCommand(archiveObject(archive));
  const { Body, ContentLength = 0, ETag } = await withBucket(archive, client => client.send(get));
  if (!Body) throw new Error('The archive has no body');
  return { body: Body as Readable, bytes: ContentLength, etag: ETag };
}

/** Whether the object of an archive could not be read because it is gone. */
export const isMissingObject = (error: unknown): boolean => error instanceof NoSuchKey;

/** Deletes the object of an archive, if it is there. */
export async function deleteArchiveObject(archive: ArchiveNames): Promise<void> {
  await withBucket(archive, client => client.send(new DeleteObjectCommand(archiveObject(archive))));
}

/**
 * Deletes all archives of a form from the deployment's bucket. Returns false if the deadline (ms since the epoch)
 * passes first.
 */
export async function deleteArchives(
  form: Omit<ArchiveNames, 'from' | 'to' | 'storage'>,
  deadline: number,
): Promise<boolean> {
  const Bucket = env('UPLOADS_BUCKET');
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: prefixOf(form) }));
    if (Contents.length === 0) return true;
    if (Date.now() >= deadline) return false;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors.length > 0) throw new Error(`${Errors.length} archives were not deleted: ${Errors[0]?.Code}`);
  }
}
