import { hasStoppedListening, isListener } from '../domain/receivers/listener.ts';
import type { Delivery } from '../domain/receivers/webhook.ts';
import { traceparentOf } from '../domain/receivers/webhook-events.ts';
import { signatureHeaders } from '../domain/receivers/webhook-signature.ts';
import { env } from '../env.ts';
import { type CallTimes, callReceiver } from '../outbound/call-receiver.ts';
import { dnsLookup } from '../outbound/resolve-name.ts';
import type { StoredForm } from '../store/forms/forms.ts';
import type { StoredWebhook } from '../store/receivers/webhooks.ts';
import type { DeliveryOutcome } from './attempt-record.ts';
import { payloadFor } from './payload.ts';
import { secretsOf } from './secrets.ts';

const lookup = dnsLookup();

/** Posts a delivery to its webhook, once. */
export async function attemptWebhook(
  stored: StoredWebhook,
  delivery: Delivery,
  form: StoredForm | undefined,
  times: CallTimes,
): Promise<DeliveryOutcome> {
  if (isListener(stored.webhook.url)) return noteForListener(stored);
  const body = await payloadFor(stored, delivery, form);
  const now = Date.now();
  const secrets = await secretsOf(stored, now);
  const timestamp = Math.floor(now / 1000);
  const { status, error, latencyMs, bodyStart, location, retryAfter } = await callReceiver({
    method: 'POST',
    url: stored.webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `formline/${env('SERVICE_VERSION')}`,
      'x-service-delivery': delivery.id,
      'x-service-event': delivery.event.name,
      'x-service-attempt': String(delivery.attemptCount + 1),
      traceparent: traceparentOf(delivery.event),
      ...signatureHeaders({ secrets, deliveryId: delivery.id, timestamp, body }),
    },
    body,
    ...times,
    policy: { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' },
    lookup,
  });
  const reason = error ?? (location === undefined ? undefined : `redirects to ${location}, which is not followed`);
  return {
    succeeded: status !== undefined && status >= 200 && status < 300,
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { error: reason }),
    latencyMs,
    body: bodyStart,
    ...(retryAfter !== undefined && { retryAfter }),
    timedOut: error === 'timeout',
  };
}

/**
 * Returns the outcome for a listener. It counts as delivered, because the listener reads the log. An ended listener
 * counts as gone.
 */
const noteForListener = ({ webhook }: StoredWebhook): DeliveryOutcome =>
  hasStoppedListening(webhook.createdAt, Date.now())
    ? { succeeded: false, status: 410, error: 'listening ended', latencyMs: 0 }
    : { succeeded: true, latencyMs: 0 };
