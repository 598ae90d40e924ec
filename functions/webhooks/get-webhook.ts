import { getWebhook } from '../../shared/contracts/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { notFound } from '../../shared/http/errors.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(getWebhook, async ({ params, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  return stored.webhook;
});
