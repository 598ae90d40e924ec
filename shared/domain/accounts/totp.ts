import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// Codes of an authenticator app: RFC 6238 with the settings that every app supports, HMAC-SHA-1, six digits and steps
// of 30 seconds.

const stepMs = 30_000;
const digits = 6;

/** How far the clock of a phone may be off, in steps: RFC 6238 advises one. */
const skew = 1;

/** Returns a new secret, as long as an HMAC-SHA-1 result, as RFC 4226 advises. */
export const newTotpSecret = (): string => base32(randomBytes(20));

/** Returns the step of a time (ms since the epoch). */
export const totpStep = (now: number): number => Math.floor(now / stepMs);

/** Returns the code of a step (RFC 4226, 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the step of a code that is valid now, with or without spaces, or undefined for any other code, and for one of
 * a used step.
 *
 * @param last the last step whose code was used, which uses up all earlier ones
 */
export function stepOfCode(
  secret: string,
  code: string,
  { now, last }: { now: number; last: number },
): number | undefined {
  const steps = Array.from({ length: 2 * skew + 1 }, (_, index) => totpStep(now) - skew + index);
  const shown = code.replace(/\s/g, '');
  return steps.filter(step => step > last).find(step => isSame(totpCode(secret, step), shown));
}

function isSame(code: string, sent: string): boolean {
  const [one, other] = [Buffer.from(code), Buffer.from(sent)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns the URL that an app reads from a QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUrl(secret: string, email: string): string {
  const issuer = 'Formline';
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(digits), period: '30' });
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes whole groups of five bytes by RFC 4648. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, group => alphabet.charAt(Number.parseInt(group, 2)));
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(group => Number.parseInt(group, 2)));
}
