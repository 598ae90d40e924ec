import crypto, { scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hashPassword, verifyPassword } from '../../../shared/sign-in/password.ts';
import { itInAll } from '../../support/in-all.ts';

// As a deployment does without the setting, whatever the others of this run are given.
const { PASSWORD_COST } = process.env;
beforeEach(() => {
  delete process.env.PASSWORD_COST;
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env.PASSWORD_COST = PASSWORD_COST;
});

/** A hash as an earlier release would have made it. */
function hashWith(password: string, { ln, r, p }: { ln: number; r: number; p: number }): string {
  const salt = Buffer.from('0123456789abcdef');
  const hash = scryptSync(password, salt, 32, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r });
  const encoded = [salt, hash].map(bytes => bytes.toString('base64').replaceAll('=', ''));
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encoded.join('$')}`;
}

describe('a password', () => {
  it('matches its own hash', async () => {
    const [hash, again] = [await hashPassword('Sesame, open'), await hashPassword('Sesame, open')];
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(hash).not.toBe(again);
    expect(await verifyPassword('Sesame, open', hash)).toEqual({ matches: true, outdated: false });
  });

  it('matches the hash of no other', async () => {
    const hash = hashWith('Sesame, open', { ln: 4, r: 8, p: 1 });
    for (const other of ['sesame, open', 'Sesame, open ', 'Sesame', '']) {
      expect((await verifyPassword(other, hash)).matches).toBe(false);
    }
  });

  it('matches however its characters are composed', async () => {
    const hash = await hashPassword('Z\u00fcrich');
    expect((await verifyPassword('Zu\u0308rich', hash)).matches).toBe(true);
  });

  it('is verified with the parameters that its hash was made with, which may be outdated', async () => {
    const hash = hashWith('Sesame, open', { ln: 12, r: 8, p: 1 });
    expect(await verifyPassword('Sesame, open', hash)).toEqual({ matches: true, outdated: true });
    expect((await verifyPassword('sesame', hash)).matches).toBe(false);
  });

  itInAll.each([
    { ln: 14, r: 8, p: 3 },
    { ln: 15, r: 7, p: 3 },
    { ln: 15, r: 8, p: 1 },
    { ln: 4, r: 16, p: 10 },
  ])('has a hash to be made anew where one parameter was another: %j', async parameters =>
    expect(await verifyPassword('Sesame', hashWith('Sesame', parameters))).toEqual({ matches: true, outdated: true }),
  );

  it('costs what the deployment has set, and what was hashed before is verified and outdated', async () => {
    const before = await hashPassword('Sesame');
    process.env.PASSWORD_COST = '10';
    const hash = await hashPassword('Sesame');
    expect(hash).toMatch(/^\$scrypt\$ln=10,r=8,p=3\$/);
    expect(await verifyPassword('Sesame', hash)).toEqual({ matches: true, outdated: false });
    expect(await verifyPassword('Sesame', before)).toEqual({ matches: true, outdated: true });
    const derive = jest.spyOn(crypto, 'scrypt');
    await verifyPassword('Sesame', undefined);
    expect(derive.mock.calls[0]?.[3]).toMatchObject({ N: 1024 });
  });

  itInAll('matches no hash that was cut, nor one with more around it', async () => {
    const hash = hashWith('Sesame', { ln: 4, r: 8, p: 1 });
    for (const stored of [hash.slice(0, -3), `x${hash}`, `${hash}=`]) {
      expect((await verifyPassword('Sesame', stored)).matches).toBe(false);
    }
  });

  itInAll.each([undefined, 'nonsense', '$2b$12$abcdefghijklmnopqrstuv'])(
    'matches nothing where there is no hash, and costs as much: %s',
    async stored => {
      const derive = jest.spyOn(crypto, 'scrypt');
      for (const password of ['Sesame, open', '']) {
        expect((await verifyPassword(password, stored)).matches).toBe(false);
      }
      await verifyPassword('Sesame, open', await hashPassword('other'));
      const parameters = derive.mock.calls.map(([, , length, options]) => ({ length, ...options }));
      expect(parameters).toEqual(Array(4).fill({ length: 32, N: 32_768, r: 8, p: 3, maxmem: expect.any(Number) }));
    },
  );
});
