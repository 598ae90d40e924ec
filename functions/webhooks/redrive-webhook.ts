import { redriveWebhook } from '../../shared/contracts/receivers/webhooks.ts';
import { redriveDead } from '../../shared/delivery/delivery-log.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(redriveWebhook, async ({ params, body, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  return { webhookId: params.id, ...(await redriveDead(stored, body)) };
});
