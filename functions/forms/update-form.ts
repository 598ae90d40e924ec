import type { Caller } from '../../shared/auth/caller.ts';
import { updateForm } from '../../shared/contracts/forms.ts';
import { changedForm, type Form, type FormChange, faultsOfSize, retiredAfter } from '../../shared/domain/form.ts';
import { faultsOfForm } from '../../shared/domain/form-rules.ts';
import { Answer, checkIfMatch, etagOf } from '../../shared/http/answer.ts';
import { checkStaysIn } from '../../shared/http/body-environment.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { faultsOfFormWebhooks } from '../../shared/http/receiver-url-faults.ts';
import { changeEntries } from '../../shared/store/form-webhooks.ts';
import { getFormOf, replaceForm, type StoredForm } from '../../shared/store/forms.ts';
import { webhooksOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(updateForm, async ({ params, body, caller, ifMatch }) =>
  optimistically(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    checkIfMatch(ifMatch, stored.form);
    checkStaysIn('A form', stored.form.environment, body.environment);
    const form = changedForm(stored.form, body, new Date().toISOString());
    const faults = [
      ...faultsOfForm(form),
      ...faultsOfSize(form, retiredAfter(stored.retiredFields, stored.form, form)),
      ...(await faultsOfFormWebhooks(body.webhooks ?? [])),
    ];
    if (faults.length > 0) throw validationFailed(faults);
    if (body.webhooks !== undefined) {
      return replaceWithWebhooks(stored, form, body.webhooks ?? [], caller);
    }
    return (await replaceForm(stored, form)) ? form : undefined;
  }),
);

async function replaceWithWebhooks(
  stored: StoredForm,
  form: Form,
  sent: NonNullable<FormChange['webhooks']>,
  caller: Caller,
): Promise<Answer | undefined> {
  const { entries, shown, writes } = await changeEntries(form.id, sent, await webhooksOf(form.id), caller);
  const changed = form.webhooks ? { ...form, webhooks: entries } : form;
  if (!(await replaceForm(stored, changed, writes))) return undefined;
  return new Answer(form.webhooks ? { ...form, webhooks: shown } : form, { headers: { etag: etagOf(changed) } });
}
