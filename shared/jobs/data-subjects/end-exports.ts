import { deleteExport, openLines } from '../../aws/s3/exports.ts';
import { recordsIn } from '../../domain/exports/person-file.ts';
import { matcherOf } from '../../domain/responses/data-subject.ts';
import { retryOnConflict } from '../../retry-on-conflict.ts';
import {
  type DataSubjectRequest,
  getRequest,
  getRequests,
  requestIdsOf,
  requestKey,
  saveRequest,
} from '../../store/responses/data-subject-requests.ts';
import { exportStore, hideExport } from '../../store/responses/exports.ts';
import { exportedFileIds, exportedFileKey } from '../../store/responses/found-responses.ts';
import { batchDelete } from '../../store/table.ts';
import { exportsWithOwners } from './remainder.ts';

/** How long an erasure waits for exports and searches that may still be reading. */
const waitMs = 60_000;

/** Removes the exports that contain erased responses, once every export and search that began earlier has ended. */
export async function endExports(request: DataSubjectRequest): Promise<DataSubjectRequest | undefined> {
  const { environmentId, sweptAt = '' } = request;
  const requests = await getRequests(await requestIdsOf(environmentId));
  const exports = requests.filter(({ type }) => type === 'export');
  // A search stores what it finds, too.
  const readers = requests.filter(({ type }) => type !== 'erase');
  if (readers.some(({ endedAt, createdAt }) => endedAt === undefined && createdAt <= sweptAt)) {
    await saveRequest(request, {}, { due: Date.now() + waitMs });
    return undefined;
  }
  // Checking each file for one person would take too long, so all exports of responses are removed.
  const ids = await exportStore.idsOf(environmentId);
  const hidden = [...(request.hiddenExports ?? []), ...(await exportsWithOwners(ids))];
  const noted = await saveRequest(request, { hiddenExports: hidden });
  if (!noted) return undefined;
  for (const id of ids) await hideExport(id);
  for (const each of exports) if (each.file && (await holds(each, request))) await removeExport(each);
  return saveRequest(noted, { step: request.step + 1 });
}

/** Whether a response in the file of an export names the person, or is erased because it mentions them. */
async function holds(
  exported: DataSubjectRequest,
  { fingerprint, mentions = [] }: Pick<DataSubjectRequest, 'fingerprint' | 'mentions'>,
): Promise<boolean> {
  const lines = await openLines(exported);
  if (!lines || !fingerprint) return false;
  const matches = matcherOf(fingerprint);
  for await (const { id, answers } of recordsIn(lines)) if (mentions.includes(id) || matches(answers)) return true;
  return false;
}

/** Removes the file of an export: it has expired, or its content has. */
export async function removeExport(request: DataSubjectRequest): Promise<void> {
  await deleteExport(request);
  const files = await exportedFileIds(request.id);
  await batchDelete(files.map(file => exportedFileKey(request.id, file)));
  await retryOnConflict(async () => {
    const read = await getRequest(requestKey(request.id));
    return !read?.file || (await saveRequest(read, { file: undefined, zip: undefined }, { due: 'never' })) || undefined;
  });
}
