import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/domain/receivers/webhook-signature.ts';
import vectors from './webhook-signature.vectors.json' with { type: 'json' };

const [event] = vectors.filter(({ name }) => name === 'an event');
if (event === undefined) throw new Error('The vectors lack the event');

/** The library takes a secret for base64 unless told that it is raw. */
const verifier = (secret: string) =>
  /^whsec_[A-Za-z0-9+/=]+$/.test(secret) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** The text with one bit of its UTF-8 changed that leaves it valid: bit 0 of an ASCII byte. */
function* changedBytes(text: string): Generator<string> {
  const bytes = Buffer.from(text);
  for (const [index, byte] of bytes.entries()) {
    if (byte < 0x80) yield Buffer.from(bytes.with(index, byte ^ 1)).toString();
  }
}

describe.each(vectors)('the headers that sign $name', ({ secrets, deliveryId, timestamp, body, headers }) => {
  it('are those of the published vector', () => {
    expect(signatureHeaders({ secrets, deliveryId, timestamp, body })).toEqual(headers);
    expect(signatureHeaders({ secrets, deliveryId, timestamp, body: Buffer.from(body) })).toEqual(headers);
  });

  it('are those that HMAC-SHA256 of timestamp, dot and body makes with each secret', () => {
    const expected = secrets.map(
      secret => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex')}`,
    );
    expect(headers['x-service-signature'].split(',')).toEqual(expected);
    expect(headers['x-service-timestamp']).toBe(String(timestamp));
  });

  describe('for a verifier of Standard Webhooks', () => {
    beforeEach(() => void jest.useFakeTimers({ now: timestamp * 1000 }));
    afterEach(() => void jest.useRealTimers());

    it('are valid with each of the secrets', () => {
      for (const secret of secrets) expect(verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
    });

    it('are void with another secret', () => {
      expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
    });

    it('are void when a byte of the body, of the id or of the time is another', () => {
      const [secret = ''] = secrets;
      const verify = (changed: string, changedHeaders: Record<string, string>) => () =>
        verifier(secret).verify(changed, changedHeaders, { jsonParse: false });
      expect(verify(body, headers)).not.toThrow();
      for (const changed of changedBytes(body)) expect(verify(changed, headers)).toThrow('No matching signature');
      for (const changed of changedBytes(deliveryId)) {
        expect(verify(body, { ...headers, 'webhook-id': changed })).toThrow('No matching signature');
      }
      for (const changed of [timestamp - 1, timestamp + 1]) {
        expect(verify(body, { ...headers, 'webhook-timestamp': String(changed) })).toThrow('No matching signature');
      }
    });
  });
});

describe('a secret that a customer chose', () => {
  const standardSignature = (secret: string) =>
    signatureHeaders({ secrets: [secret], deliveryId: 'dlv_1', timestamp: 1, body: '{}' })['webhook-signature'];
  const signedWith = (key: Buffer) => `v1,${createHmac('sha256', key).update('dlv_1.1.{}').digest('base64')}`;

  it.each(['QUJD', 'QUJDRA==', 'QUJDRA', 'QUJDREU=', 'QUJDREU'])('is base64, padded or not: whsec_%s', encoded => {
    expect(standardSignature(`whsec_${encoded}`)).toBe(signedWith(Buffer.from(encoded, 'base64')));
  });

  it.each(['whsec_', 'whsec_Q', 'whsec_QUJDR', 'whsec_QUJDRA=', 'whsec_QU!D', 'QUJD'])('is a text: %s', secret => {
    expect(standardSignature(secret)).toBe(signedWith(Buffer.from(secret)));
  });
});

describe('a generated secret', () => {
  it('stands for 256 bits of its own', () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    }
  });

  it('is understood by a verifier of Standard Webhooks', () => {
    const secret = newWebhookSecret();
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders({ secrets: [secret], deliveryId: 'dlv_1', timestamp, body: event.body });
    expect(new Webhook(secret).verify(event.body, headers)).toEqual(JSON.parse(event.body));
  });
});
