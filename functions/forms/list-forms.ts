import { listForms } from '../../shared/contracts/forms/forms.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/page.ts';
import { countForms, readForms } from '../../shared/store/forms/form-lists.ts';
import { spanAfter, wholeSpan } from '../../shared/store/timeline.ts';

export const handler = endpoint(listForms, async ({ query, caller: { environmentId } }) => {
  const { status, order, offset = 0, limit } = query;
  const position = positionOf(query);
  const span = position === undefined ? wholeSpan : spanAfter(position, order, wholeSpan);
  const expected = offset + limit + 1;
  const stored = readForms(environmentId, { order, span, expected }, status);
  const { items, ...page } = await pageOf(stored, query, {
    sortKeyOf: ({ form }) => form.id,
    skip: offset,
    count: () => countForms(environmentId, status),
  });
  return { items: items.map(({ form }) => form), ...page };
});
