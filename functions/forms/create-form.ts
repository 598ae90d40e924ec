import { createForm } from '../../shared/contracts/forms.ts';
import { newForm } from '../../shared/domain/form.ts';
import { faultsOfForm } from '../../shared/domain/form-rules.ts';
import { Answer, etagOf } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { environmentMismatch, validationFailed } from '../../shared/http/errors.ts';
import { faultsOfFormWebhooks } from '../../shared/http/receiver-url-faults.ts';
import { changeEntries } from '../../shared/store/form-webhooks.ts';
import { putForm } from '../../shared/store/forms.ts';

export const handler = endpoint(createForm, async ({ body, caller }) => {
  if (body.environment && body.environment !== caller.environment) {
    throw environmentMismatch(`The credential belongs to ${caller.environment}; use one of ${body.environment}.`);
  }
  const form = newForm(body, caller.environment);
  const faults = [...faultsOfForm(form), ...(await faultsOfFormWebhooks(form.webhooks ?? []))];
  if (faults.length > 0) throw validationFailed(faults);
  if (!form.webhooks) {
    await putForm(form, caller);
    return form;
  }
  const { entries, shown, writes } = await changeEntries(form.id, form.webhooks, [], caller);
  const stored = { ...form, webhooks: entries };
  await putForm(stored, caller, writes);
  return new Answer({ ...form, webhooks: shown }, { headers: { etag: etagOf(stored) } });
});
