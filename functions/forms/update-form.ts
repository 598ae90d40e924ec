import { updateForm } from '../../shared/contracts/forms/forms.ts';
import { removedConsentTexts } from '../../shared/domain/forms/consent-texts.ts';
import { changedForm } from '../../shared/domain/forms/form.ts';
import { withUsedFields } from '../../shared/domain/forms/neutral-form.ts';
import { notFound } from '../../shared/errors.ts';
import { planUpdate } from '../../shared/forms/plan-update.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { formReply, shownForm } from '../../shared/http/forms/form-reply.ts';
import { checkIfMatch } from '../../shared/http/reply.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { keepConsentTexts } from '../../shared/store/forms/consent-texts.ts';
import { getFormOf, replaceForm } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(updateForm, async ({ params, body, caller, ifMatch, baseUrl }) =>
  retryOnConflict(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    checkIfMatch(ifMatch, stored.form);
    const { warnings: _, ...patch } = body;
    const properties = applyPatch(updateForm, await shownForm(stored.form), withUsedFields(patch));
    if (!properties) return formReply(stored.form);
    const wanted = changedForm(stored.form, properties, new Date().toISOString());
    const { form, shown, captchaSecrets, writes } = await planUpdate(stored, wanted, { caller, baseUrl });
    await keepConsentTexts(form.id, removedConsentTexts(stored.form, form));
    return (await replaceForm(stored, form, writes, captchaSecrets)) ? formReply(form, shown) : undefined;
  }),
);
