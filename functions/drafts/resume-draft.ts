import { resumeDraft } from '../../shared/contracts/responses/drafts.ts';
import { draftShown } from '../../shared/domain/responses/draft.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/forms/admission.ts';
import { limitSender } from '../../shared/http/limits.ts';
import { Reply } from '../../shared/http/reply.ts';
import { ofOneSession, retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getCachedFormOf } from '../../shared/store/forms/forms.ts';
import { resumeDraftOf } from '../../shared/store/responses/drafts.ts';

const sameSession = { field: 'session', rule: 'session', message: 'must be a new session, not the one in the link' };

export const handler = endpoint(resumeDraft, async request => {
  const { params, caller, headers, body, origin } = request;
  const stored = await getCachedFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form } = stored;
  checkAdmission(form, request);
  await limitSender(resumeDraft, form.id, request, 1);
  const sessions = { from: headers['x-session-id'], to: body.session };
  if (sessions.from === sessions.to) throw validationFailed([sameSession]);
  const draft = await retryOnConflict(async () => {
    const moved = await resumeDraftOf(stored, sessions, Date.now());
    if (moved === undefined) throw notFound('Draft');
    return moved || undefined;
  }, ofOneSession);
  return new Reply(draftShown(stored, draft.answers), { headers: corsHeaders(form, origin) });
});
