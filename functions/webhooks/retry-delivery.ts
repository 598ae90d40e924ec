import { retryDelivery as contract } from '../../shared/contracts/webhooks.ts';
import { deliveryRecord } from '../../shared/domain/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict, notFound } from '../../shared/http/errors.ts';
import { optimistically } from '../../shared/http/optimistically.ts';
import { getDeliveryOf, retryDelivery } from '../../shared/store/deliveries.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(contract, async ({ params, caller }) =>
  optimistically(async () => {
    const stored = await getWebhookOf(caller, params.id);
    const delivery = stored && (await getDeliveryOf(stored, params.deliveryId));
    if (!delivery) throw notFound('Delivery');
    if (!stored.webhook.active) throw conflict('This webhook is inactive and gets nothing; make it active first.');
    const now = Date.now();
    if (!(await retryDelivery(delivery, now))) return undefined;
    return deliveryRecord({ ...delivery, status: 'scheduled', nextAttemptAt: new Date(now).toISOString() });
  }),
);
