import { redriveWebhook } from '../../shared/contracts/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict, notFound } from '../../shared/http/errors.ts';
import { timesOfBody } from '../../shared/http/times.ts';
import { deliveriesOf } from '../../shared/store/deliveries.ts';
import { startRedrive } from '../../shared/store/redrive.ts';
import { spanOf } from '../../shared/store/response-counts.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(redriveWebhook, async ({ params, body, caller }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  const times = timesOfBody(body);
  if (!stored.webhook.active) throw conflict('This webhook is inactive and gets nothing; make it active first.');
  const address = { owner: stored.owner, webhookId: stored.webhook.id };
  await startRedrive(address, spanOf(deliveriesOf(address, times)));
  const text = (time?: number) => (time === undefined ? null : new Date(time).toISOString());
  return { webhookId: address.webhookId, from: text(times.from), to: text(times.to), status: 'accepted' };
});
