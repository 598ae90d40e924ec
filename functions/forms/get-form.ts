import { getForm } from '../../shared/contracts/forms.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getFormOf } from '../../shared/store/forms.ts';

export const handler = endpoint(getForm, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  return stored.form;
});
