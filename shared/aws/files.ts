import { DeleteObjectsCommand, HeadObjectCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import { env } from '../env.ts';
import { clientDefaults } from './client-defaults.ts';

/** The client of the bucket. By default it would sign the checksum of an empty body into the URL of an upload. */
export const s3 = new S3Client({ ...clientDefaults, requestChecksumCalculation: 'WHEN_REQUIRED' });

/** The ids that the key of a file's object is made of. */
export type FileNames = { environmentId: string; formId: string; fileId: string };

/** Where the object of a file lies. */
export const objectOf = ({ environmentId, formId, fileId }: FileNames) => ({
  Bucket: env('UPLOADS_BUCKET'),
  Key: `files/${environmentId}/${formId}/${fileId}`,
});

/** How many bytes were sent; undefined before they were. */
export async function storedBytes(upload: FileNames): Promise<number | undefined> {
  try {
    return (await s3.send(new HeadObjectCommand(objectOf(upload)))).ContentLength;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Deletes the objects of some files, 1,000 at most, whether or not they exist. Throws unless all are gone. */
export async function deleteFiles(uploads: readonly FileNames[]): Promise<void> {
  if (uploads.length === 0) return;
  const Objects = uploads.map(upload => ({ Key: objectOf(upload).Key }));
  const { Errors = [] } = await s3.send(
    new DeleteObjectsCommand({ Bucket: env('UPLOADS_BUCKET'), Delete: { Objects, Quiet: true } }),
  );
  if (Errors.length > 0) throw new Error(`${Errors.length} files were not deleted: ${Errors[0]?.Code}`);
}
