import { listTemplates } from '../../shared/contracts/forms/templates.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { countTemplates, readTemplates } from '../../shared/store/forms/template-lists.ts';
import { dropFirst } from '../../shared/store/timeline.ts';

export const handler = endpoint(listTemplates, async ({ query, caller }) => {
  const { category, order, offset = 0, limit } = query;
  const position = positionOf(query);
  const templates = readTemplates(caller, { order, position, category, expected: offset + limit + 1 });
  return pageOf(dropFirst(templates, offset), query, {
    sortKeyOf: ({ id }) => id,
    count: () => countTemplates(caller, category),
    keepTotal: true,
  });
});
