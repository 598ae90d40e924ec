import { redriveWebhook } from '../../shared/contracts/webhooks.ts';
import { redriveDead } from '../../shared/delivery/delivery-log.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(redriveWebhook, async ({ params, body, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  return { webhookId: params.id, ...(await redriveDead(stored, body)) };
});
