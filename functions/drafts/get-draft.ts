import { getDraft } from '../../shared/contracts/responses/drafts.ts';
import { policedFields } from '../../shared/domain/responses/field-policies.ts';
import { isSealed } from '../../shared/domain/responses/sealed-answer.ts';
import { notFound } from '../../shared/errors.ts';
import { checkAdmission, corsHeaders } from '../../shared/http/admission.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
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
  const all = Object.entries(draft.answers);
  const policed = policedFields(stored);
  const isWithheld = ([id, answer]: readonly [string, unknown]) => isSealed(answer) || policed.has(id);
  const answers = Object.fromEntries(all.filter(answer => !isWithheld(answer)));
  const withheld = all.filter(isWithheld).map(([id]) => id);
  return new Reply({ answers, withheld, expiresAt: draft.expiresAt }, { headers: corsHeaders(form, origin) });
});
