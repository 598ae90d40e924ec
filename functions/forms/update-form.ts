import { updateForm } from '../../shared/contracts/forms.ts';
import { changedForm, faultsOfSize, retiredAfter } from '../../shared/domain/form.ts';
import { faultsOfForm } from '../../shared/domain/form-rules.ts';
import { checkIfMatch } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { environmentMismatch, notFound, validationFailed } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { getFormOf, replaceForm } from '../../shared/store/forms.ts';

export const handler = endpoint(updateForm, async ({ params, body, caller, ifMatch }) =>
  optimistically(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored) throw notFound('Form');
    checkIfMatch(ifMatch, stored.form);
    if (body.environment && body.environment !== stored.form.environment) {
      throw environmentMismatch(
        `A form stays in its environment, ${stored.form.environment}; create it anew in another.`,
      );
    }
    const form = changedForm(stored.form, body, new Date().toISOString());
    const retiredFields = retiredAfter(stored.retiredFields, stored.form, form);
    const faults = [...faultsOfForm(form), ...faultsOfSize(form, retiredFields)];
    if (faults.length > 0) throw validationFailed(faults);
    return (await replaceForm(stored, form, retiredFields)) ? form : undefined;
  }),
);
