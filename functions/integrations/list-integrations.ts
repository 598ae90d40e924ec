import { listIntegrations } from '../../shared/contracts/receivers/integrations.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOf, positionOf } from '../../shared/http/lists/page.ts';
import { getFormOf } from '../../shared/store/forms/forms.ts';
import { readIntegrations } from '../../shared/store/receivers/integrations.ts';
import { shownIntegration } from '../../shared/store/receivers/recipients.ts';
import { dropFirst } from '../../shared/store/timeline.ts';

export const handler = endpoint(listIntegrations, async ({ query, caller }) => {
  const { form_id: formId, order, offset = 0 } = query;
  const position = positionOf(query);
  if (formId !== undefined && !(await getFormOf(caller, formId))) throw notFound('Form');
  const { items, ...page } = await pageOf(
    dropFirst(readIntegrations(caller, { order, position, formId }), offset),
    query,
    {
      sortKeyOf: ({ integration }) => integration.id,
      count: () => countAll(readIntegrations(caller, { order, formId })),
    },
  );
  const shown = items.map(({ integration, organizationId }) => shownIntegration(integration, organizationId));
  return { items: await Promise.all(shown), ...page };
});

/** Counts all integrations, of which there are at most twenty. */
async function countAll(integrations: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of integrations) count += 1;
  return count;
}
