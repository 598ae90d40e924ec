import { retryDelivery } from '../../shared/contracts/receivers/webhooks.ts';
import { retryNow } from '../../shared/delivery/delivery-log.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(retryDelivery, async ({ params, caller }) =>
  retryNow(() => getWebhookOf(caller, params.id), params.deliveryId),
);
