import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { replaceArchive } from '../../aws/s3/archive-objects.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import {
  type Archive,
  type ArchiveContent,
  getArchive,
  isReadable,
  replaceContent,
} from '../../store/forms/archives.ts';
import type { ArchivedRow } from '../../store/responses/archived-rows.ts';
import { type ArchiveFile, openOwnArchive, packRows, rowsIn, withContent } from './archive-content.ts';

type Rewriting = {
  keep: (row: ArchivedRow) => boolean;
  /** Called with rows that are about to leave the archive, perhaps more than once. */
  onLeaving?: (rows: readonly ArchivedRow[]) => Promise<unknown>;
};

/**
 * Removes responses from an archive by replacing its whole object under the same name. Of two concurrent runs, one
 * starts again with what the other left. If it is killed, it is run again.
 */
export const rewriteArchive = (address: Pick<Archive, 'formId' | 'id'>, rewriting: Rewriting): Promise<true> =>
  retryOnConflict(async () => {
    const archive = await getArchive(address);
    if (!archive || !isReadable(archive)) return true;
    const { body, ...content } = await packKept(archive, rewriting);
    if (!body) return undefined;
    return content.sha256 === archive.sha256 || (await replaceContent(archive, content)) || undefined;
  });

/** Returns the content of the object after the rewrite; no `body` when another run was faster. */
async function packKept(
  archive: Archive,
  { keep, onLeaving }: Rewriting,
): Promise<ArchiveFile | (ArchiveContent & { body?: undefined })> {
  const { body, etag } = await openOwnArchive(archive);
  const bytes = await buffer(body);
  const leaving: ArchivedRow[] = [];
  let count = 0;
  for await (const row of rowsIn(archive, Readable.from([bytes]))) {
    count += 1;
    if (!keep(row)) leaving.push(row);
  }
  if (leaving.length === 0) return withContent(bytes, count);
  await onLeaving?.(leaving);
  async function* kept() {
    for await (const row of rowsIn(archive, Readable.from([bytes]))) if (keep(row)) yield row;
  }
  const packed = await packRows(kept());
  const isReplaced = await replaceArchive(archive, packed.body, packed.sha256, etag);
  return isReplaced ? packed : { ...packed, body: undefined };
}
