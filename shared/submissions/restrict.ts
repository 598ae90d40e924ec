import { checkRole } from '../auth/check-role.ts';
import { updateResponse } from '../contracts/responses/responses.ts';
import type { Caller } from '../domain/accounts/caller.ts';
import { actorOf } from '../domain/accounts/memberships.ts';
import { isRetained } from '../domain/forms/retention.ts';
import { conflict, dataSubjectRequestRuns, validationFailed } from '../errors.ts';
import { auditWrite } from '../store/audit.ts';
import { isQuotaUsed } from '../store/quotas.ts';
import { hidingExports } from '../store/responses/exports.ts';
import type { StoredResponse } from '../store/responses/responses.ts';
import { setRestriction } from '../store/responses/restriction.ts';
import type { SealedResponse } from '../store/responses/sealed-answers.ts';

type Restriction = { readonly restricts: boolean; readonly reason: string | undefined };

/**
 * Restricts the processing of a response or lifts the restriction, and notes that in the audit trail. Exports that may
 * contain a response that is restricted are hidden first. Returns undefined if it has changed since it was read.
 */
export async function restrict(
  read: StoredResponse,
  { restricts, reason }: Restriction,
  caller: Caller,
): Promise<SealedResponse | undefined> {
  checkRole(actorOf(caller), updateResponse.roleOf.restricted);
  const { id } = read.response;
  const action = restricts ? 'response.restricted' : 'response.unrestricted';
  const changes = { restricted: restricts, ...(reason !== undefined && { reason }) };
  const writes = [auditWrite(caller, action, id, { changes })];
  if (!restricts) return lift(read, caller, () => setRestriction(read, false, writes));
  if (read.response.spam) throw validationFailed([isSpam]);
  return hidingExports(caller.environmentId, async hide => {
    await hide(read.response);
    return setRestriction(read, true, writes);
  });
}

const isSpam = {
  ...{ field: 'restricted', rule: 'spam' },
  message: 'The response is marked as spam; take it out of the spam first',
};

/** A search for a data subject could miss a response that comes back behind it. */
async function lift<T>({ storedForm, response }: StoredResponse, caller: Caller, write: () => Promise<T | undefined>) {
  if (!isRetained(storedForm, Date.parse(response.submittedAt))) {
    throw conflict('The response has expired by the retention of its form. Delete it, or keep it restricted.');
  }
  const written = await write();
  if (written || !(await isQuotaUsed('dataSubjectRequests', caller))) return written;
  throw dataSubjectRequestRuns();
}
