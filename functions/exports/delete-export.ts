import { deleteExport } from '../../shared/contracts/responses/exports.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { getExportOf, markDeleted } from '../../shared/store/responses/exports.ts';

export const handler = endpoint(deleteExport, async ({ params, caller }) => {
  const told = auditWrite(caller, deleteExport.audited, params.id);
  await retryOnConflict(async () => {
    const stored = await getExportOf(caller, params.id);
    if (!stored) throw notFound('Export');
    return (await markDeleted(stored, [told])) || undefined;
  });
});
