import { createHmac, randomBytes } from 'node:crypto';

/** What one attempt signs. The id stays the same over all attempts of a delivery, the timestamp is new on each. */
export type Signed = {
  /** The webhook's secret; during a rotation two, the newer one first. */
  readonly secrets: readonly string[];
  readonly deliveryId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** The body as it is sent, byte for byte. */
  readonly body: string | Uint8Array;
};

/** A secret of 256 random bits: `whsec_` and their base64, as https://www.standardwebhooks.com wants it. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

const secretPrefix = 'whsec_';

/**
 * The headers a receiver verifies a request by: those of the service's own scheme, and those of Standard Webhooks, which
 * existing libraries verify. The first is keyed with the secret as it is written, the second with the bytes it stands for.
 */
export function signatureHeaders({ secrets, deliveryId, timestamp, body }: Signed): Record<string, string> {
  const own = secrets.map(secret => `v1=${hmac(secret, `${timestamp}.`, body).toString('hex')}`);
  const standard = secrets.map(
    secret => `v1,${hmac(bytesOf(secret), `${deliveryId}.${timestamp}.`, body).toString('base64')}`,
  );
  return {
    'x-service-signature': own.join(','),
    'x-service-timestamp': String(timestamp),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

const hmac = (key: string | Buffer, prefix: string, body: string | Uint8Array) =>
  createHmac('sha256', key).update(prefix).update(body).digest();

/** A secret that a customer chose may begin with `whsec_` and still be no base64: verifiers then take it as it is. */
function bytesOf(secret: string): Buffer {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  return isBase64(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}

/** Without its padding too, as the standardwebhooks library reads it. */
const isBase64 = (text: string): boolean =>
  text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text);
