import { listForms } from '../../shared/contracts/forms/forms.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { shownForm } from '../../shared/http/forms/form-reply.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { countForms, countResponsesOf, readForms } from '../../shared/store/forms/form-lists.ts';

export const handler = endpoint(listForms, async ({ query, caller: { environmentId } }) => {
  const { status, order, offset = 0, limit } = query;
  const position = positionOf(query);
  const stored = readForms(environmentId, { order, position, offset, expected: limit + 1 }, status);
  const { items, ...page } = await pageOf(stored, query, {
    sortKeyOf: ({ form }) => form.id,
    count: () => countForms(environmentId, status),
  });
  const [shown, counts] = await Promise.all([
    Promise.all(items.map(({ form }) => shownForm(form))),
    query.counts ? countResponsesOf(environmentId, items) : undefined,
  ]);
  return { items: shown, ...page, ...(counts && { counts }) };
});
