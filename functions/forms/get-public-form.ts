import { getPublicForm } from '../../shared/contracts/forms/forms.ts';
import { publicForm } from '../../shared/domain/forms/form.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';
import { getCachedForm } from '../../shared/store/forms/forms.ts';

/** The gateway compresses the answer where it is asked to, and does not say so to caches. */
const headers = { 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' };

export const handler = endpoint(getPublicForm, async ({ params }) => {
  const stored = await getCachedForm(params.id);
  if (stored?.form.status !== 'live') throw notFound('Form');
  return new Reply(publicForm(stored.form), { headers });
});
