import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { replaceArchive } from '../../shared/aws/s3/archive-objects.ts';
import {
  contentOf,
  openOwnArchive,
  packRows,
  rowsIn,
  withContent,
} from '../../shared/jobs/retention/archive-content.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { type Archive, allowBytes, getArchive, isReadable, replaceContent } from '../../shared/store/forms/archives.ts';
import type { StoredForm } from '../../shared/store/forms/forms.ts';
import type { ArchivedRow } from '../../shared/store/responses/archived-rows.ts';
import { openResponse, renewSeals } from '../../shared/store/responses/sealed-answers.ts';

/**
 * Seals the sealed answers of an archive with the newest data key, by replacing its object under the same name. It
 * stores the object only if it opens to the same answers, and reads it back. Of this and a concurrent erasure, one
 * starts again with what the other left. If it is killed, it is run again. Returns whether that was needed.
 */
export async function resealArchive(stored: StoredForm, address: Pick<Archive, 'formId' | 'id'>): Promise<boolean> {
  return (await retryOnConflict(() => tryToReseal(stored, address))) === 'resealed';
}

async function tryToReseal(
  stored: StoredForm,
  address: Pick<Archive, 'formId' | 'id'>,
): Promise<'resealed' | 'unchanged' | undefined> {
  const archive = await getArchive(address);
  if (!archive || !isReadable(archive)) return 'unchanged';
  const { body, etag } = await openOwnArchive(archive);
  const bytes = await buffer(body);
  let [count, changed] = [0, 0];
  async function* resealed(): AsyncGenerator<ArchivedRow> {
    for await (const row of rowsIn(archive as Archive, Readable.from([bytes]))) {
      const answers = await renewed(stored, row);
      count += 1;
      if (!isDeepStrictEqual(answers, row.answers)) changed += 1;
      yield { ...row, answers };
    }
  }
  const packed = await packRows(resealed());
  // The record may still have the earlier content, if a run was killed between the object and the record.
  if (changed === 0) return (await noted(archive, withContent(bytes, count))) ? 'unchanged' : undefined;
  if (!(await allowBytes(archive, packed.bytes))) return undefined;
  if (!(await replaceArchive(archive, packed.body, packed.sha256, etag))) return undefined;
  const { sha256 } = await contentOf(archive);
  return sha256 === packed.sha256 && (await noted(archive, packed)) ? 'resealed' : undefined;
}

async function noted(archive: Archive, content: Parameters<typeof replaceContent>[1]): Promise<boolean> {
  return content.sha256 === archive.sha256 || replaceContent(archive, content);
}

/** Returns the answers of a row with new seals. Throws if they would not open to the same. */
async function renewed(stored: StoredForm, row: ArchivedRow): Promise<ArchivedRow['answers']> {
  const before = row as { id: string; answers: Parameters<typeof renewSeals>[2] };
  const answers = await renewSeals(stored, row.id, before.answers);
  const [was, is] = await Promise.all(
    [before.answers, answers].map(each => openResponse(stored, { ...row, answers: each } as never)),
  );
  if (isDeepStrictEqual(was?.answers, is?.answers)) return answers as ArchivedRow['answers'];
  throw new Error(`The response ${row.id} would not open to the same answers: nothing was replaced`);
}
