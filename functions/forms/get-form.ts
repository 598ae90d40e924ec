import { getForm } from '../../shared/contracts/forms/forms.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(getForm, async ({ params, caller }) => {
  const stored = await getFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  return stored.form;
});
