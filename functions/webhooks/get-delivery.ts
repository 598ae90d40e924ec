import { getDelivery } from '../../shared/contracts/receivers/webhooks.ts';
import { deliveryTo } from '../../shared/delivery/delivery-log.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(getDelivery, async ({ params, caller }) =>
  deliveryTo(await getWebhookOf(caller, params.id), params.deliveryId),
);
