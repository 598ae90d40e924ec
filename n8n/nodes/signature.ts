import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

type Request = {
  readonly secret: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
};

/** Returns whether the service signed this request, within the last minutes. */
export function isGenuine({ secret, headers, body }: Request): boolean {
  const timestamp = String(headers['x-service-timestamp'] ?? '');
  if (!/^\d{1,15}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`v1=${digest}`);
  // While the secret is being rotated, there are two signatures.
  const signatures = String(headers['x-service-signature'] ?? '').split(',');
  return signatures.some(signature => isEqual(Buffer.from(signature.trim()), expected));
}

const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);
