import { getDelivery } from '../../shared/contracts/webhooks.ts';
import { deliveryRecord } from '../../shared/domain/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getDeliveryOf } from '../../shared/store/deliveries.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(getDelivery, async ({ params, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  const delivery = stored && (await getDeliveryOf(stored, params.deliveryId));
  if (!delivery) throw notFound('Delivery');
  return deliveryRecord(delivery);
});
