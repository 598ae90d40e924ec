import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../../shared/ids.ts';
import {
  type CountedAttempt,
  countAttempt,
  countCodeAttempt,
  forgiveAttempt,
  forgiveCodeAttempts,
} from '../../../../shared/store/accounts/login-failures.ts';
import { createHashKey } from '../../../../shared/store/keys-by-hash.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { itInAll } from '../../../support/in-all.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();
beforeAll(createHashKey);

const second = 1000;
const hour = 3_600_000;
const start = Date.now();

afterEach(() => {
  jest.restoreAllMocks();
});

let addresses = 0;
const newAddress = () => `somebody-${addresses++}@example.com`;
const newSource = () => `198.51.${addresses >> 8}.${addresses++ % 256}`;

/** The seconds to wait that an attempt is told at this time, if any. */
async function attempt(email: string, source: string | undefined, at = start): Promise<number | undefined> {
  jest.spyOn(Date, 'now').mockReturnValue(at);
  const counted = await countAttempt(email, source);
  return typeof counted === 'number' ? counted : undefined;
}

async function fail(email: string, source: string, times: number, at = start): Promise<void> {
  for (let time = 0; time < times; time++) expect(await attempt(email, source, at)).toBeUndefined();
}

async function succeed(email: string, source: string, at = start): Promise<void> {
  jest.spyOn(Date, 'now').mockReturnValue(at);
  await forgiveAttempt((await countAttempt(email, source)) as CountedAttempt);
}

describe('failures for an address from one network', () => {
  it('make each further attempt wait twice as long as the one before, 15 minutes at most', async () => {
    const [email, source] = [newAddress(), newSource()];
    await fail(email, source, 5);
    let at = start;
    for (const wait of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      expect(await attempt(email, source, at + 1)).toBe(wait);
      expect(await attempt(email, source, at + wait * second - 1)).toBe(1);
      at += wait * second;
      expect(await attempt(email, source, at)).toBeUndefined();
    }
  });

  it('count for the address in any case, and for no other', async () => {
    const [email, source] = [newAddress(), newSource()];
    await fail(email.toUpperCase(), source, 3);
    await fail(email, source, 2);
    expect(await attempt(email, source)).toBe(5);
    expect(await attempt(newAddress(), source)).toBeUndefined();
  });

  itInAll('keep nobody out who comes from another', async () => {
    const [email, home] = [newAddress(), newSource()];
    for (let network = 0; network < 6; network++) await fail(email, newSource(), 5);
    expect(await attempt(email, home)).toBeUndefined();
  });

  it('are not counted while one has to wait', async () => {
    const [email, source] = [newAddress(), newSource()];
    await fail(email, source, 5);
    for (let time = 0; time < 10; time++) expect(await attempt(email, source)).toBe(5);
    expect(await attempt(email, source, start + 5 * second)).toBeUndefined();
  });

  itInAll('let five of many at once through, and one when the wait is over', async () => {
    for (const _ of [1, 2, 3]) {
      const [email, source] = [newAddress(), newSource()];
      const atOnce = async (at: number) =>
        (await Promise.all(Array.from({ length: 30 }, () => attempt(email, source, at)))).filter(
          wait => wait === undefined,
        );
      expect((await atOnce(start)).length).toBeLessThanOrEqual(5);
      expect((await atOnce(start + hour)).length).toBe(1);
    }
  });

  it('are forgotten with a success, and after a day', async () => {
    const [email, other, source] = [newAddress(), newAddress(), newSource()];
    await fail(email, source, 4);
    await succeed(email, source);
    await fail(email, source, 5);
    expect(await attempt(email, source)).toBe(5);
    await fail(other, source, 5);
    await fail(other, source, 5, start + 24 * hour + 1);
    expect(await attempt(other, source, start + 24 * hour + 1)).toBe(5);
  });

  it('take the same reads and writes, whether anybody has the address or not', async () => {
    const send = jest.spyOn(dynamodb, 'send');
    await attempt(newAddress(), newSource());
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual([
      'BatchGetCommand',
      'UpdateCommand',
      'UpdateCommand',
      'UpdateCommand',
    ]);
  });
});

describe('failures for an address from many networks', () => {
  itInAll('slow it down after twenty, and refuse nobody', async () => {
    const email = newAddress();
    for (let network = 0; network < 5; network++) await fail(email, newSource(), 5);
    const before = performance.now();
    expect(await attempt(email, newSource())).toBeUndefined();
    // Six hundred milliseconds, as the timer counts them.
    expect(performance.now() - before).toBeGreaterThan(500);
  });

  itInAll('do not slow down where the account has logged in from', async () => {
    const [email, home] = [newAddress(), newSource()];
    await succeed(email, home);
    for (let network = 0; network < 5; network++) await fail(email, newSource(), 5);
    const pause = jest.spyOn(global, 'setTimeout');
    const before = performance.now();
    expect(await attempt(email, home)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(500);
    expect(pause.mock.calls.filter(([, ms]) => ms === 600)).toEqual([]);
  });
});

describe('failures of a network', () => {
  it('make it wait after fifty, whatever the addresses', async () => {
    const source = newSource();
    for (let time = 0; time < 50; time++) await fail(newAddress(), source, 1);
    expect(await attempt(newAddress(), source)).toBe(5);
    expect(await attempt(newAddress(), newSource())).toBeUndefined();
  });

  itInAll('keep no account out that has logged in from it, within 90 days', async () => {
    const [email, source] = [newAddress(), newSource()];
    await succeed(email, source);
    const later = start + 89 * 24 * hour;
    for (let time = 0; time < 50; time++) await fail(newAddress(), source, 1, later);
    expect(await attempt(newAddress(), source, later)).toBe(5);
    await fail(email, source, 5, later);
    expect(await attempt(email, source, later)).toBe(5);
    const muchLater = later + 2 * 24 * hour;
    for (let time = 0; time < 50; time++) await fail(newAddress(), source, 1, muchLater);
    expect(await attempt(email, source, muchLater)).toBe(5);
  });

  itInAll('are not those that were successes', async () => {
    const source = newSource();
    for (let time = 0; time < 60; time++) await succeed(newAddress(), source);
    expect(await attempt(newAddress(), source)).toBeUndefined();
  });

  itInAll('are those of its network, where it has an address of IPv6', async () => {
    const sources = Array.from({ length: 50 }, (_, number) => `2001:db8:1:2::${number.toString(16)}`);
    for (const source of sources) await fail(newAddress(), source, 1);
    expect(await attempt(newAddress(), '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(5);
    expect(await attempt(newAddress(), '2001:db8:1:3::1')).toBeUndefined();
  });

  it('are those of one network where none is known', async () => {
    const email = newAddress();
    for (let time = 0; time < 5; time++) expect(await attempt(email, undefined)).toBeUndefined();
    expect(await attempt(email, undefined)).toBe(5);
    expect(await attempt(email, newSource())).toBeUndefined();
  });
});

describe('failures with codes', () => {
  it('make a user wait after five, until a code is right', async () => {
    const [user, other] = [newId('user'), newId('user')];
    const attemptAt = (at: number) => {
      jest.spyOn(Date, 'now').mockReturnValue(at);
      return countCodeAttempt(user);
    };
    for (let time = 0; time < 5; time++) expect(await attemptAt(start)).toBeUndefined();
    expect(await attemptAt(start)).toBe(5);
    expect(await countCodeAttempt(other)).toBeUndefined();
    expect(await attemptAt(start + 5 * second - 1)).toBe(1);
    expect(await attemptAt(start + 5 * second)).toBeUndefined();
    expect(await attemptAt(start + 5 * second)).toBe(10);
    await forgiveCodeAttempts(user);
    for (let time = 0; time < 5; time++) expect(await attemptAt(start)).toBeUndefined();
    expect(await attemptAt(start)).toBe(5);
  });
});
