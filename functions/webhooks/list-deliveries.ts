import { listDeliveries } from '../../shared/contracts/receivers/webhooks.ts';
import { pageOfDeliveries } from '../../shared/delivery/delivery-log.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(listDeliveries, async ({ params, query, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  return pageOfDeliveries(stored, query);
});
