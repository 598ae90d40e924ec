import { listDeliveries } from '../../shared/contracts/webhooks.ts';
import { deliverySummary } from '../../shared/domain/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { pageOf, positionOf } from '../../shared/http/page.ts';
import { timesSince } from '../../shared/http/times.ts';
import { deliverySortKey } from '../../shared/ids.ts';
import { deliveriesOf, readDeliveries } from '../../shared/store/deliveries.ts';
import { countResponses } from '../../shared/store/response-counts.ts';
import { beginningOf } from '../../shared/store/response-lists.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(listDeliveries, async ({ params, query, caller }) => {
  const { status, order, offset = 0, limit } = query;
  const position = positionOf(query);
  const times = timesSince(query);
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  const scope = deliveriesOf({ owner: stored.owner, webhookId: stored.webhook.id }, { status, ...times });
  const { span, skip } = await beginningOf(scope, order, { position, offset });
  const summaries = summariesOf(readDeliveries(scope, { order, span, expected: skip + limit + 1 }));
  return pageOf(summaries, query, {
    sortKeyOf: ({ id }) => deliverySortKey(id) ?? '',
    skip,
    count: () => countResponses(scope),
  });
});

async function* summariesOf(deliveries: ReturnType<typeof readDeliveries>) {
  for await (const delivery of deliveries) yield deliverySummary(delivery);
}
