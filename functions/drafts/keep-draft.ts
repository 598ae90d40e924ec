import { keepDraft } from '../../shared/contracts/responses/drafts.ts';
import { insufficientPermission, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/forms/admission.ts';
import { limitSender } from '../../shared/http/limits.ts';
import { Reply } from '../../shared/http/reply.ts';
import { ofOneSession, retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getCachedFormOf } from '../../shared/store/forms/forms.ts';
import { keepDraftOf } from '../../shared/store/responses/drafts.ts';

export const handler = endpoint(keepDraft, async request => {
  const { params, caller, headers, origin } = request;
  const stored = await getCachedFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form } = stored;
  checkAdmission(form, request);
  await limitSender(keepDraft, form.id, request, 1);
  if (!form.ui?.saveAndResume) throw insufficientPermission('This form does not offer it: set its ui.saveAndResume.');
  const expiresAt = await retryOnConflict(async () => {
    const until = await keepDraftOf(stored, headers['x-session-id'], Date.now());
    if (until === undefined) throw notFound('Partial submission of this session');
    return until || undefined;
  }, ofOneSession);
  return new Reply({ expiresAt }, { headers: corsHeaders(form, origin) });
});
