import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

/**
 * Whether a request came from the service, unaltered and lately. `headers` have lower-case names, as in `node:http`;
 * `body` is the raw body, a Buffer or a string, before any JSON parsing. Answer 401 when this is false.
 */
export function verify(secret, headers, body, now = Math.floor(Date.now() / 1000)) {
  const timestamp = headers['x-service-timestamp'] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  // While the secret is being rotated the header holds two signatures: one of them has to match.
  return (headers['x-service-signature'] ?? '').split(',').some(signature => {
    const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature.trim()) ?? [];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
  });
}
