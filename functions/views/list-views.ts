import { listViews } from '../../shared/contracts/responses/views.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { getViews } from '../../shared/store/responses/views.ts';

export const handler = endpoint(listViews, async ({ params, query, caller }) => {
  if (!(await getFormOf(caller, params.id))) throw notFound('Form');
  const { views } = await getViews(params.id);
  const byId = new Map(views.map(view => [view.id, view]));
  return pageOfIds([...byId.keys()], query, async ids => ids.flatMap(id => byId.get(id) ?? []));
});
