import { checkRole } from '../auth/check-role.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { actorOf } from '../domain/accounts/memberships.ts';
import { notFound } from '../errors.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { type AuditedAction, auditWrite } from '../store/audit.ts';
import { hidingExports } from '../store/responses/exports.ts';
import { deleteResponse, getResponseOf, type StoredResponse } from '../store/responses/responses.ts';

/**
 * Runs work that deletes responses by `remove`, which deletes one with its files and the exports that may contain it,
 * and throws a 404 if there is none. Only admins may delete a restricted one.
 */
export const removing = <T>(
  { caller, action }: AuditedAction<Caller>,
  work: (remove: (id: string) => Promise<void>) => Promise<T>,
): Promise<T> =>
  hidingExports(caller.environmentId, hide =>
    work(async id => {
      let found = false;
      await retryOnConflict(async () => {
        const read = await readDeletable(caller, id);
        if (!read && !found) throw notFound('Response');
        found = true;
        if (read) await hide(read.response);
        return !read || (await deleteResponse(read, [auditWrite(caller, action, id)])) || undefined;
      });
    }),
  );

/** Throws a 403 if the response is restricted and the caller may not delete it. */
async function readDeletable(caller: Caller, id: string): Promise<StoredResponse | undefined> {
  const read = await getResponseOf(caller, id);
  if (read?.response.restricted) checkRole(actorOf(caller), 'admin');
  return read;
}
