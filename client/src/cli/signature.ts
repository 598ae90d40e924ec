import { createHmac } from 'node:crypto';

type SignatureInput = {
  readonly secret: string;
  readonly deliveryId: string;
  readonly timestamp: number;
  readonly body: string;
};

/** Returns the headers that a receiver verifies, as the service sends them: its own, and those of Standard Webhooks. */
export function signatureHeaders({ secret, deliveryId, timestamp, body }: SignatureInput): Record<string, string> {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = isBase64(encoded) ? Buffer.from(encoded, 'base64') : secret;
  return {
    'x-service-timestamp': String(timestamp),
    'x-service-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64')}`,
  };
}

const isBase64 = (text: string): boolean =>
  text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text);
