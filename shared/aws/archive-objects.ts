import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { env } from '../env.ts';
import { s3 } from './files.ts';

/** The ids that the key of an archive is made of, and the range that it is called by (ms since the epoch). */
export type ArchiveNames = { environmentId: string; formId: string; from: number; to: number };

const prefixOf = ({ environmentId, formId }: Omit<ArchiveNames, 'from' | 'to'>) =>
  `archives/${environmentId}/${formId}/`;

const compact = (time: number): string => new Date(time).toISOString().replace(/[-:.]/g, '');

/** What an archive is called: its range, so that whoever makes it again replaces it. */
export const archiveName = ({ from, to }: Pick<ArchiveNames, 'from' | 'to'>): string =>
  `${compact(from)}-${compact(to)}.jsonl.gz`;

/** Where the object of an archive lies. */
export const archiveObject = (archive: ArchiveNames) => ({
  Bucket: env('UPLOADS_BUCKET'),
  Key: prefixOf(archive) + archiveName(archive),
});

/**
 * Stores an archive. S3 refuses what is not as its checksum says.
 *
 * @param sha256 in hexadecimal digits
 */
export async function putArchive(archive: ArchiveNames, body: Buffer, sha256: string): Promise<void> {
  const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
  const content = { Body: body, ContentType: 'application/gzip', ChecksumSHA256 };
  await s3.send(new PutObjectCommand({ ...archiveObject(archive), ...content }));
}

/** The bytes of an archive, from its beginning. */
export async function openArchive(archive: ArchiveNames): Promise<AsyncIterable<Uint8Array>> {
  const { Body } = await s3.send(new GetObjectCommand(archiveObject(archive)));
  if (!Body) throw new Error('The archive has no body');
  return Body as AsyncIterable<Uint8Array>;
}

/** Deletes the object of an archive, if it is there. */
export async function deleteArchiveObject(archive: ArchiveNames): Promise<void> {
  await s3.send(new DeleteObjectCommand(archiveObject(archive)));
}

/** Deletes every archive of a form, as far as time allows. False when the deadline (ms since the epoch) came first. */
export async function deleteArchives(form: Omit<ArchiveNames, 'from' | 'to'>, deadline: number): Promise<boolean> {
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
