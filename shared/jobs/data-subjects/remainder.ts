import { bucketOf } from '../../aws/s3/buckets.ts';
import type { DataSubjectRequest } from '../../store/responses/data-subject-requests.ts';
import { filesOf } from '../../store/responses/export-files.ts';
import { exportedFileIds, exportedFileKey, putExportedFiles } from '../../store/responses/found-responses.ts';
import { filesLeft, getUploads } from '../../store/responses/uploads.ts';
import { batchDelete } from '../../store/table.ts';

export type Remainder = NonNullable<DataSubjectRequest['pending']>;

/** Notes which files of a response are in an owner's bucket, before the response is gone. */
export async function noteOwnersFiles(request: string, fileIds: readonly string[]): Promise<void> {
  const uploads = fileIds.length === 0 ? [] : [...(await getUploads(fileIds)).values()];
  await putExportedFiles(
    request,
    uploads.flatMap(({ fileId, storage }) => (storage ? [fileId] : [])),
  );
}

/** Returns the exports among these with files in an owner's bucket. */
export async function exportsWithOwners(ids: readonly string[]): Promise<string[]> {
  const files = await Promise.all(ids.map(filesOf));
  return ids.filter((_, index) => files[index]?.some(({ storage }) => storage));
}

/**
 * Returns what an erasure has yet to remove from owners' buckets, or undefined when nothing is left.
 *
 * @param rows the number of rows that it has yet to remove from services
 */
export async function remainderOf(
  { id, hiddenExports = [] }: DataSubjectRequest,
  rows: number,
): Promise<Remainder | undefined> {
  const noted = await exportedFileIds(id);
  const left = new Set(await filesLeft(noted));
  await batchDelete(noted.filter(file => !left.has(file)).map(file => exportedFileKey(id, file)));
  const uploads = [...(await getUploads([...left])).values()];
  const exported = (await Promise.all(hiddenExports.map(filesOf))).flat();
  if (uploads.length === 0 && exported.length === 0 && rows === 0) return undefined;
  const buckets = [...new Set([...uploads, ...exported].map(bucketOf))].sort();
  return { files: uploads.length, exports: exported.length, buckets, rows };
}
