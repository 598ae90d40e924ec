import { createHmac, randomBytes } from 'node:crypto';

/**
 * The signed data of one attempt. The ID is the same for all attempts of a delivery; the timestamp is new each time.
 */
export type SignatureInput = {
  /** The webhook's secret, or two during a rotation, newer first. */
  readonly secrets: readonly string[];
  readonly deliveryId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** The body exactly as sent. */
  readonly body: string | Uint8Array;
};

/** Returns a secret of 256 random bits: `whsec_` and their base64, as https://www.standardwebhooks.com requires. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

const secretPrefix = 'whsec_';

/**
 * Returns the headers by which a receiver verifies a request: those of our own scheme, and those of Standard Webhooks,
 * which existing libraries verify. The first uses the secret's text as key, the second its decoded bytes.
 */
export function signatureHeaders({ secrets, deliveryId, timestamp, body }: SignatureInput): Record<string, string> {
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

/**
 * Returns the bytes of a secret. One that a customer chose may start with `whsec_` without being base64; verifiers then
 * use its text.
 */
function bytesOf(secret: string): Buffer {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  return isBase64(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}

/** Whether a text is base64, even without padding, as the standardwebhooks library accepts. */
const isBase64 = (text: string): boolean =>
  text !== '' && /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/.test(text);
