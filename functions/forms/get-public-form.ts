import { getPublicForm } from '../../shared/contracts/forms.ts';
import { publicForm } from '../../shared/domain/form.ts';
import { Answer } from '../../shared/http/answer.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getForm } from '../../shared/store/forms.ts';

export const handler = endpoint(getPublicForm, async ({ params }) => {
  const stored = await getForm(params.id);
  if (stored?.form.status !== 'live') throw notFound('Form');
  return new Answer(publicForm(stored.form), { headers: { 'cache-control': 'public, max-age=60' } });
});
