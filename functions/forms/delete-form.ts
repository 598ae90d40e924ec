import { deleteForm as contract } from '../../shared/contracts/forms/forms.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { auditWrite } from '../../shared/store/audit.ts';
import { deleteForm, findFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await retryOnConflict(async () => {
    const stored = await findFormOf(caller, params.id);
    if (!stored && !found) throw notFound('Form');
    found = true;
    return !stored || (await deleteForm(stored, [auditWrite(caller, contract.audited, params.id)])) || undefined;
  });
});
