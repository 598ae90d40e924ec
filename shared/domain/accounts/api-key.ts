import { createHash, randomInt } from 'node:crypto';
import type { EnvironmentName } from './caller.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^((pk|sk)_(?:live|test)_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

export type KeyType = 'publishable' | 'secret';

/**
 * Returns a new key: `sk_live_` + 32 characters of base62 (190 random bits) + 6 of its CRC-32. The checksum lets a
 * scanner, and our own edge, tell a key from a look-alike without a lookup.
 */
export function newApiKey(type: KeyType, environment: EnvironmentName): string {
  const prefix = `${type === 'secret' ? 'sk' : 'pk'}_${environment === 'production' ? 'live' : 'test'}_`;
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return prefix + random + checksumOf(prefix + random);
}

/** Returns the type of a well-formed key, or undefined for any other text. */
export function keyTypeOf(text: string): KeyType | undefined {
  const [, body, prefix, checksum] = keyPattern.exec(text) ?? [];
  if (body === undefined || checksumOf(body) !== checksum) return undefined;
  return prefix === 'sk' ? 'secret' : 'publishable';
}

/**
 * Returns the hash to store for a key. The hash cannot be used in place of the key, and looking it up compares nothing
 * byte by byte.
 */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Works like `crc32` of node:zlib, which would delay the first request by milliseconds. */
function crc32(text: string): number {
  let rest = ~0;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}
