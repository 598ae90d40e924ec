import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { hashOfKey, keyTypeOf, newApiKey } from '../../../../shared/domain/accounts/api-key.ts';
import {
  claimsToBeSession,
  isSessionToken,
  newSessionToken,
} from '../../../../shared/domain/accounts/session-token.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  it.each([
    ['secret', 'production', 'sk_live_'],
    ['secret', 'development', 'sk_test_'],
    ['publishable', 'production', 'pk_live_'],
    ['publishable', 'staging', 'pk_test_'],
  ] as const)('tells its type and its environment: %s of %s', (type, environment, prefix) => {
    const key = newApiKey(type, environment);
    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
    expect(keyTypeOf(key)).toBe(type);
    expect(newApiKey(type, environment)).not.toBe(key);
  });

  it('ends in the CRC-32 of the rest, as zlib has it', () => {
    for (let made = 0; made < 100; made++) {
      const key = newApiKey('publishable', 'production');
      const sum = [...key.slice(-6)].reduce((value, digit) => value * 62 + digits.indexOf(digit), 0);
      expect(sum).toBe(crc32(key.slice(0, -6)));
    }
  });

  it('is known from a look-alike by its checksum, which stays the same', () => {
    const key = `sk_live_${'0'.repeat(32)}`;
    // Its CRC-32, 0x88205678, in base62.
    expect(keyTypeOf(`${key}2UYg5A`)).toBe('secret');
    const known = Array.from({ length: 3 }, () => newApiKey('secret', 'production'));
    for (const each of known) {
      const another = each.at(-1) === '0' ? '1' : '0';
      expect(keyTypeOf(each.slice(0, -1) + another)).toBeUndefined();
      expect(keyTypeOf(each.replace('sk_live', 'sk_test'))).toBeUndefined();
    }
    expect(keyTypeOf(`${key}000000`)).toBeUndefined();
  });

  it.each(['', 'sk_live_', 'none'])('is not %j', text => expect(keyTypeOf(text)).toBeUndefined());

  it('is not a text that only holds one', () => {
    const key = newApiKey('secret', 'production');
    for (const text of [` ${key}`, `${key} `, `${key}\n`, `x${key}`, key.toLowerCase(), key.replace('sk', 'rk')]) {
      expect(keyTypeOf(text)).toBeUndefined();
    }
  });

  it('is stored as its SHA-256 in hexadecimal', () => {
    expect(hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashOfKey('ä')).toBe(createHash('sha256').update(Buffer.from('ä')).digest('hex'));
  });
});

describe('a session token', () => {
  it('is 256 random bits with a prefix', () => {
    const token = newSessionToken();
    expect(token).toMatch(/^ses_[\w-]{43}$/);
    expect(newSessionToken()).not.toBe(token);
    expect([isSessionToken(token), claimsToBeSession(token)]).toEqual([true, true]);
  });

  it('is not a text that only begins as one, or holds one', () => {
    const token = newSessionToken();
    for (const text of ['ses_', `${token}x`, ` ${token}`, token.slice(0, -1), token.replace('ses', 'set')]) {
      expect(isSessionToken(text)).toBe(false);
    }
    expect([claimsToBeSession('ses_x'), claimsToBeSession('sk_live_x'), claimsToBeSession('x ses_')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
