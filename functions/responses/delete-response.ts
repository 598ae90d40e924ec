import { deleteResponse as contract } from '../../shared/contracts/responses.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { deleteResponse, getResponseOf } from '../../shared/store/responses.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await optimistically(async () => {
    const read = await getResponseOf(caller, params.id);
    if (!read && !found) throw notFound('Response');
    found = true;
    const audit = auditItem(caller, contract.audited, params.id);
    return !read || (await deleteResponse(read, [audit])) || undefined;
  });
});
