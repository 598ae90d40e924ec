import { getDelivery } from '../../shared/contracts/receivers/webhooks.ts';
import { payloadFor } from '../../shared/delivery/payload.ts';
import { deliveryRecord } from '../../shared/domain/receivers/webhook.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getForms } from '../../shared/store/forms/forms.ts';
import { getDeliveryOf } from '../../shared/store/receivers/deliveries.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(getDelivery, async ({ params, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  const delivery = stored && (await getDeliveryOf(stored, params.deliveryId));
  if (!delivery) throw notFound('Delivery');
  const { formId } = delivery.event;
  const form = delivery.test ? undefined : (await getForms([formId])).get(formId);
  return { ...deliveryRecord(delivery), payload: await payloadFor(stored, delivery, form) };
});
