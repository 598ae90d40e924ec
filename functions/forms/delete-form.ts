import { deleteForm as contract } from '../../shared/contracts/forms.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { auditItem } from '../../shared/store/audit.ts';
import { deleteForm, getFormOf } from '../../shared/store/forms.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let found = false;
  await optimistically(async () => {
    const stored = await getFormOf(caller, params.id);
    if (!stored && !found) throw notFound('Form');
    found = true;
    return !stored || (await deleteForm(stored, [auditItem(caller, contract.audited, params.id)])) || undefined;
  });
});
