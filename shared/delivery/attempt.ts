import { secretsOf } from '../aws/secrets.ts';
import type { Attempt, Delivery } from '../domain/webhook.ts';
import { payloadOf, traceparentOf } from '../domain/webhook-events.ts';
import { signatureHeaders } from '../domain/webhook-signature.ts';
import { env } from '../env.ts';
import { type Answer, postToReceiver } from '../http/post-to-receiver.ts';
import { dnsLookup } from '../http/resolve-name.ts';
import type { StoredWebhook } from '../store/webhooks.ts';

const lookup = dnsLookup();

/** Posts a delivery to its webhook, once. Rejects only for faults of our own. */
export async function attemptDelivery(stored: StoredWebhook, delivery: Delivery, deadlineMs: number): Promise<Answer> {
  const now = Date.now();
  const body = payloadOf(delivery.event, env('SERVICE_VERSION'));
  const secrets = await secretsOf(stored, now);
  const timestamp = Math.floor(now / 1000);
  return postToReceiver({
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
    deadlineMs,
    policy: { allowLoopback: env('WEBHOOK_ALLOW_LOOPBACK') === 'true' },
    lookup,
  });
}

export const succeeded = ({ status = 0 }: Answer): boolean => status >= 200 && status < 300;

/** An attempt as its log shows it. */
export function logged(answer: Answer, startedAt: number): Attempt {
  const { status, error, latencyMs, bodyStart, location } = answer;
  const redirect = location === undefined ? undefined : `redirects to ${location}, which is not followed`;
  const reason = error ?? redirect;
  return {
    at: new Date(startedAt).toISOString(),
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { error: reason }),
    latencyMs,
    ...(bodyStart !== '' && { body: bodyStart }),
  };
}
