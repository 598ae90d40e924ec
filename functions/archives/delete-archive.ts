import { deleteArchive } from '../../shared/contracts/forms/archives.ts';
import { conflict, dataSubjectRequestRuns, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { isIdOf } from '../../shared/ids.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { type Archive, beginDeletion, getArchive, isListed } from '../../shared/store/forms/archives.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { isQuotaUsed } from '../../shared/store/quotas.ts';

export const handler = endpoint(deleteArchive, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  await retryOnConflict(async () => {
    const archive = await deletable(stored.form.id, params.archiveId);
    if (archive.state === 'deleting') return true;
    if (await beginDeletion(archive, caller, [auditWrite(caller, deleteArchive.audited, archive.id)])) return true;
    if (await isQuotaUsed('dataSubjectRequests', caller)) throw dataSubjectRequestRuns();
    return undefined;
  });
});

/** Returns an archive that is complete, or is being deleted already. */
async function deletable(formId: string, id: string): Promise<Archive> {
  const archive = isIdOf('archive', id) ? await getArchive({ formId, id }) : undefined;
  if (!archive || !isListed(archive)) throw notFound('Archive');
  if (archive.state === 'complete' || archive.state === 'deleting') return archive;
  throw conflict('The archive is being written or restored. Try again when that has ended.');
}
