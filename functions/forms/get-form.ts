import { getForm } from '../../shared/contracts/forms/forms.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { readReply } from '../../shared/http/forms/form-reply.ts';
import { findFormOf } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(getForm, async ({ params, caller }) => {
  const stored = await findFormOf(caller, params.id);
  if (!stored) throw notFound('Form');
  return readReply(stored.form);
});
