import { testWebhook } from '../../shared/contracts/receivers/webhooks.ts';
import { sendTest } from '../../shared/delivery/delivery-log.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(testWebhook, async ({ params, body, caller, trace }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  return sendTest(stored, { name: body.event, trace });
});
