import { isOpen } from '../domain/responses/submission.ts';
import { validationFailed } from '../errors.ts';
import { corsHeaders } from '../http/forms/admission.ts';
import { Reply } from '../http/reply.ts';
import { ofOneSession, retryOnConflict } from '../retry-on-conflict.ts';
import { deleteResponse } from '../store/responses/responses.ts';
import { getAnsweredVisit } from '../store/responses/submissions.ts';
import { discardedVisitWrite } from '../store/responses/visits.ts';
import { writeIfUnchanged } from '../store/table.ts';
import type { Submission } from './guard.ts';

/** Removes the answers that a session's visitor saved but did not send. The reply is the same if there were none. */
export async function discardSaved({ stored, headers, origin }: Submission): Promise<Reply> {
  const { form, environmentId } = stored;
  const sessionId = headers['x-session-id'];
  if (sessionId === undefined) throw validationFailed([withoutSession]);
  const visitor = { formId: form.id, environmentId, sessionId };
  await retryOnConflict(async () => {
    const visit = await getAnsweredVisit(stored, sessionId);
    const writes = [discardedVisitWrite(visit?.responseId, visitor)];
    if (!visit?.read) return (await writeIfUnchanged(writes)) || undefined;
    // A response that was sent once belongs to the team, whatever its status is now.
    if (!isOpen(visit) || visit.read.item.wasCompleted) return true;
    return (await deleteResponse({ ...visit.read, response: visit.read.sealed }, writes)) || undefined;
  }, ofOneSession);
  return new Reply(undefined, { status: 204, headers: corsHeaders(form, origin) });
}

const withoutSession = {
  field: 'x-session-id',
  rule: 'required',
  message: 'is needed to discard what a session has saved; send the header of its partial saves',
};
