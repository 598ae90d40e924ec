import { getDraft } from '../../shared/contracts/responses/drafts.ts';
import { draftShown } from '../../shared/domain/responses/draft.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/forms/admission.ts';
import { limitSender } from '../../shared/http/limits.ts';
import { Reply } from '../../shared/http/reply.ts';
import { getCachedFormOf } from '../../shared/store/forms/forms.ts';
import { draftOf } from '../../shared/store/responses/drafts.ts';

export const handler = endpoint(getDraft, async request => {
  const { params, caller, headers, origin } = request;
  const stored = await getCachedFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  const { form } = stored;
  checkAdmission(form, { ...request, reads: true });
  await limitSender(getDraft, form.id, request, 1);
  const draft = await draftOf(stored, headers['x-session-id'], Date.now());
  if (!draft) throw notFound('Draft');
  const { expiresAt } = draft;
  return new Reply({ ...draftShown(stored, draft.answers), expiresAt }, { headers: corsHeaders(form, origin) });
});
