import type { Caller } from '../domain/accounts/caller.ts';
import { notFound } from '../errors.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { type AuditedAction, auditWrite } from '../store/audit.ts';
import { hideExportsWith } from '../store/responses/exports.ts';
import { deleteResponse, getResponseOf } from '../store/responses/responses.ts';

/** Deletes a response with its files, and the exports that may contain it. Throws a 404 if there is none. */
export async function remove(id: string, { caller, action }: AuditedAction<Caller>): Promise<void> {
  let found = false;
  await retryOnConflict(async () => {
    const read = await getResponseOf(caller, id);
    if (!read && !found) throw notFound('Response');
    found = true;
    if (read) await hideExportsWith(caller.environmentId, read.response);
    return !read || (await deleteResponse(read, [auditWrite(caller, action, id)])) || undefined;
  });
}
