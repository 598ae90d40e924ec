import { getExport } from '../../shared/contracts/responses/exports.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { exportRecord, getExportOf } from '../../shared/store/responses/exports.ts';

export const handler = endpoint(getExport, async ({ params, caller }) => {
  const stored = await getExportOf(caller, params.id);
  if (!stored) throw notFound('Export');
  return exportRecord(stored);
});
