import { getWebhook } from '../../shared/contracts/receivers/webhooks.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { getWebhookOf } from '../../shared/store/receivers/webhooks.ts';

export const handler = endpoint(getWebhook, async ({ params, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  return stored.webhook;
});
