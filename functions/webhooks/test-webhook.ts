import { randomUUID } from 'node:crypto';
import { testWebhook } from '../../shared/contracts/webhooks.ts';
import { deliveryRecord, testEvent } from '../../shared/domain/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { conflict, notFound } from '../../shared/http/errors.ts';
import { newDelivery, scheduleDelivery } from '../../shared/store/deliveries.ts';
import { getWebhookOf } from '../../shared/store/webhooks.ts';

export const handler = endpoint(testWebhook, async ({ params, body, caller, trace }) => {
  const stored = await getWebhookOf(caller, params.id);
  if (!stored) throw notFound('Webhook');
  const { webhook, owner } = stored;
  if (!webhook.active) throw conflict('This webhook is inactive and gets nothing; make it active first.');
  const event = testEvent(webhook, body.event, trace);
  const delivery = newDelivery({ owner, webhookId: webhook.id }, event, `test ${randomUUID()}`);
  const scheduled = { ...delivery, test: true as const, nextAttemptAt: event.timestamp };
  await scheduleDelivery(scheduled, Date.parse(event.timestamp));
  return deliveryRecord(scheduled);
});
