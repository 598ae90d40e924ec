import { DeleteObjectsCommand, HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import { bucketOf, type WithStorage, withBucket } from './buckets.ts';

/** The IDs in the key of a file's object, or its whole key, and its bucket. */
export type FileNames = { environmentId: string; formId: string; fileId: string; objectKey?: string } & WithStorage;

/** Returns the bucket and key of a file's object. */
export const objectOf = (file: FileNames) => ({
  Bucket: bucketOf(file),
  Key: file.objectKey ?? `files/${file.environmentId}/${file.formId}/${file.fileId}`,
});

/** Returns the size of the sent file, or undefined if none was sent. */
export const storedBytes = (upload: FileNames): Promise<number | undefined> =>
  withBucket(upload, async client => {
    try {
      return (await client.send(new HeadObjectCommand(objectOf(upload)))).ContentLength;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  });

/** Deletes the objects of up to 1,000 files, whether or not they exist. Throws unless all are gone. */
export async function deleteFiles(uploads: readonly FileNames[]): Promise<void> {
  for (const some of Map.groupBy(uploads, ({ storage }) => JSON.stringify(storage)).values())
    await deleteTogether(some);
}

/** Deletes files of one bucket. */
async function deleteTogether(uploads: readonly FileNames[]): Promise<void> {
  const [first] = uploads;
  if (!first) return;
  const Objects = uploads.map(upload => ({ Key: objectOf(upload).Key }));
  await withBucket(first, async client => {
    const Delete = { Objects, Quiet: true };
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucketOf(first), Delete }));
    const [error] = Errors;
    if (!error) return;
    const message = `${Errors.length} files were not deleted: ${error.Code}`;
    throw Object.assign(new Error(message), { name: error.Code ?? 'Error' });
  });
}
