import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { countAttempt, forgiveAttempt } from '../../../../shared/store/accounts/login-failures.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table.ts';

useTable();

const second = 1000;
const hour = 3_600_000;
const start = Date.now();

afterEach(() => {
  jest.restoreAllMocks();
});

let addresses = 0;
const newAddress = () => `somebody-${addresses++}@example.com`;
const newSource = () => `192.0.2.${addresses++}`;

/** The seconds to wait that an attempt is told at this time, if any. */
function attempt(email: string, at: number, source = newSource()): Promise<number | undefined> {
  jest.spyOn(Date, 'now').mockReturnValue(at);
  return countAttempt(email, source);
}

async function fail(email: string, times: number, at: number): Promise<void> {
  for (let time = 0; time < times; time++) expect(await attempt(email, at)).toBeUndefined();
}

describe('failures for an address', () => {
  it('make each further attempt wait twice as long as the one before, 15 minutes at most', async () => {
    const email = newAddress();
    await fail(email, 5, start);
    let at = start;
    for (const wait of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      expect(await attempt(email, at + 1)).toBe(wait);
      expect(await attempt(email, at + wait * second - 1)).toBe(1);
      at += wait * second;
      expect(await attempt(email, at)).toBeUndefined();
    }
  });

  it('count for the address in any case, and for no other', async () => {
    const email = newAddress();
    await fail(email.toUpperCase(), 3, start);
    await fail(email, 2, start);
    expect(await attempt(email, start)).toBe(5);
    expect(await attempt(newAddress(), start)).toBeUndefined();
  });

  it('are not counted while one has to wait', async () => {
    const email = newAddress();
    await fail(email, 5, start);
    for (let time = 0; time < 10; time++) expect(await attempt(email, start)).toBe(5);
    expect(await attempt(email, start + 5 * second)).toBeUndefined();
  });

  it('let five of many at once through, and one when the wait is over', async () => {
    for (const _ of [1, 2, 3]) {
      const email = newAddress();
      const atOnce = async (at: number) =>
        (await Promise.all(Array.from({ length: 30 }, () => attempt(email, at)))).filter(wait => wait === undefined);
      expect((await atOnce(start)).length).toBeLessThanOrEqual(5);
      expect((await atOnce(start + hour)).length).toBe(1);
    }
  });

  it('are forgotten with a success, and after a day', async () => {
    const [email, other] = [newAddress(), newAddress()];
    await fail(email, 5, start);
    await forgiveAttempt(email, newSource());
    await fail(email, 5, start);
    expect(await attempt(email, start)).toBe(5);
    await fail(other, 5, start);
    await fail(other, 5, start + 24 * hour + 1);
    expect(await attempt(other, start + 24 * hour + 1)).toBe(5);
  });

  it('take the same reads and writes, whether anybody has the address or not', async () => {
    const send = jest.spyOn(dynamodb, 'send');
    await attempt(newAddress(), start);
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual([
      'BatchGetCommand',
      'UpdateCommand',
      'UpdateCommand',
    ]);
  });
});

describe('failures of a source', () => {
  it('make it wait after fifty, whatever the addresses', async () => {
    const source = newSource();
    for (let time = 0; time < 50; time++) expect(await attempt(newAddress(), start, source)).toBeUndefined();
    expect(await attempt(newAddress(), start, source)).toBe(5);
    expect(await attempt(newAddress(), start)).toBeUndefined();
  });

  it('are not those that were successes', async () => {
    const source = newSource();
    for (let time = 0; time < 60; time++) {
      const email = newAddress();
      expect(await attempt(email, start, source)).toBeUndefined();
      await forgiveAttempt(email, source);
    }
  });

  it('are those of its network, where it has an address of IPv6', async () => {
    const sources = Array.from({ length: 50 }, (_, number) => `2001:db8:1:2::${number.toString(16)}`);
    for (const source of sources) await attempt(newAddress(), start, source);
    expect(await attempt(newAddress(), start, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(5);
    expect(await attempt(newAddress(), start, '2001:db8:1:3::1')).toBeUndefined();
  });
});
