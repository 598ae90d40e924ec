import { deleteResponse as contract } from '../../shared/contracts/responses/responses.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { hideExportsWith } from '../../shared/store/responses/exports.ts';
import { deleteResponse, getResponseOf } from '../../shared/store/responses/responses.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await retryOnConflict(async () => {
    const read = await getResponseOf(caller, params.id);
    if (!read && !found) throw notFound('Response');
    found = true;
    if (read) await hideExportsWith(caller.environmentId, read.response);
    const audit = auditWrite(caller, contract.audited, params.id);
    return !read || (await deleteResponse(read, [audit])) || undefined;
  });
});
