import { describe, expect, it } from '@jest/globals';
import {
  base32,
  newTotpSecret,
  otpauthUrl,
  stepOfCode,
  totpCode,
  totpStep,
} from '../../../../shared/domain/accounts/totp.ts';
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  newTwoFactor,
  useCode,
} from '../../../../shared/domain/accounts/two-factor.ts';

/** `12345678901234567890`, the secret of the vectors. */
const secret = base32(Buffer.from('12345678901234567890'));

describe('a code of an authenticator', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %i s', (seconds, code) => {
    expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
  });

  // RFC 4226, appendix D.
  it.each([
    ...['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].entries(),
  ])('is that of RFC 4226 for the counter %i', (counter, code) => {
    expect(totpCode(secret, counter)).toBe(code);
  });

  const now = 1_234_567_890_000;
  const step = totpStep(now);

  it.each([-1, 0, 1])('is taken with a clock that is off by %i steps', off => {
    expect(stepOfCode(secret, totpCode(secret, step + off), { now, last: 0 })).toBe(step + off);
  });

  it.each([-2, 2])('is not taken with a clock that is off by %i steps', off => {
    expect(stepOfCode(secret, totpCode(secret, step + off), { now, last: 0 })).toBeUndefined();
  });

  it('is taken once, and with it none of before', () => {
    const code = totpCode(secret, step);
    expect(stepOfCode(secret, code, { now, last: step - 1 })).toBe(step);
    expect(stepOfCode(secret, code, { now, last: step })).toBeUndefined();
    expect(stepOfCode(secret, totpCode(secret, step - 1), { now, last: step })).toBeUndefined();
    expect(stepOfCode(secret, totpCode(secret, step + 1), { now, last: step })).toBe(step + 1);
  });

  it.each(['', '00592', '0059240', 'abcdef', '００５９２４', '005-924'])('is none of its kind: "%s"', text => {
    expect(stepOfCode(secret, text, { now, last: 0 })).toBeUndefined();
  });
});

describe('the secret of an authenticator', () => {
  // RFC 4648, section 10.
  it.each([
    ['fooba', 'MZXW6YTB'],
    ['foobarfoob', 'MZXW6YTBOJTG633C'],
  ])('is written in base32: %s', (text, written) => expect(base32(Buffer.from(text))).toBe(written));

  it('has 160 bits, and is new each time', () => {
    const secrets = Array.from({ length: 20 }, newTotpSecret);
    expect(secrets.every(each => /^[A-Z2-7]{32}$/.test(each))).toBe(true);
    expect(new Set(secrets).size).toBe(20);
  });

  it('is in the address that apps read', () => {
    const url = new URL(otpauthUrl(secret, 'ada+forms@example.com'));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/Formline:ada%2Bforms%40example\.com\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ secret, issuer: 'Formline', algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });
});

describe('recovery codes', () => {
  it('are ten, each of 80 bits, in groups that can be typed', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every(code => /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/.test(code))).toBe(true);
  });

  it('are known however they are typed, by a hash', () => {
    const hash = hashOfRecoveryCode('k3xq-7d2m-p6ra-vn5t');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    for (const typed of ['K3XQ7D2MP6RAVN5T', ' k3xq 7d2m p6ra vn5t ']) expect(hashOfRecoveryCode(typed)).toBe(hash);
    for (const none of ['', '123456', 'k3xq-7d2m-p6ra-vn51', 'k3xq-7d2m-p6ra-vn5t5']) {
      expect(hashOfRecoveryCode(none)).toBeUndefined();
    }
  });
});

describe('using a code', () => {
  const now = 1_234_567_890_000;
  const codes = newRecoveryCodes();
  const factor = newTwoFactor({ sealed: 'sealed', lastStep: 0, recoveryCodes: codes, now });
  const use = (code: string, from = factor) => useCode(from, code, { now, open: async () => secret });

  it('remembers the step of that of an app, with or without a space', async () => {
    const lastStep = totpStep(now);
    for (const code of ['005924', '005 924']) {
      expect(await use(code)).toEqual({ twoFactor: { ...factor, lastStep }, isRecovery: false });
    }
    expect(await use('005924', { ...factor, lastStep })).toBeUndefined();
  });

  it('takes a recovery code away, once', async () => {
    const [code = ''] = codes;
    const used = await use(code);
    expect(used).toMatchObject({ isRecovery: true, twoFactor: { lastStep: 0 } });
    expect(used?.twoFactor.recoveryCodes).toEqual(factor.recoveryCodes.slice(1));
    expect(await use(code, used?.twoFactor)).toBeUndefined();
    expect(JSON.stringify(factor)).not.toContain(code);
  });
});
