import { getPublicForm } from '../../shared/contracts/forms/forms.ts';
import { publicForm } from '../../shared/domain/forms/form.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { getForm } from '../../shared/store/forms/forms.ts';

export const handler = endpoint(getPublicForm, async ({ params }) => {
  const stored = await getForm(params.id);
  if (stored?.form.status !== 'live') throw notFound('Form');
  return new Reply(publicForm(stored.form), { headers: { 'cache-control': 'public, max-age=60' } });
});
