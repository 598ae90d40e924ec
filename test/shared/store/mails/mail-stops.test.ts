import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { addressSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { allowAddress, isStopped, stopAddress, stopsOf } from '../../../../shared/store/mails/mail-stops.ts';
import { getItem } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
afterEach(() => {
  jest.restoreAllMocks();
});

const at = '2026-01-31T12:00:00.000Z';
const now = Date.parse('2026-03-14T12:20:00Z');
const setClock = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);
const [ada, grace, alan] = ['ada@example.com', 'grace@example.com', 'alan@example.com'];

describe('the stop of an address', () => {
  it.each([
    ['bounce', 90],
    ['complaint', 365],
  ] as const)('by a %s lasts for %i days', async (reason, days) => {
    const address = `${reason}@example.com`;
    setClock(now);
    await stopAddress(address, { reason, at });
    const ttl = (now + days * dayMs) / 1000;
    const key = keyOf('mailStop', { sha256: addressSha256(address) });
    expect(await getItem(key)).toEqual({ ...key, reason, at, ttl });
    setClock(now + days * dayMs - 1);
    expect(await isStopped(address)).toBe(true);
    setClock(now + days * dayMs);
    expect(await isStopped(address)).toBe(false);
    expect(await stopsOf([address])).toEqual(new Map());
  });

  it('is found under each spelling that was asked for, with its reason, and of no other address', async () => {
    setClock(now);
    await stopAddress(ada, { reason: 'bounce', at });
    await stopAddress(grace, { reason: 'complaint', at });
    const found = await stopsOf([alan, 'ADA@example.com', grace, ada], { consistent: false });
    expect([...found]).toStrictEqual([
      ['ADA@example.com', { reason: 'bounce', at }],
      [grace, { reason: 'complaint', at }],
      [ada, { reason: 'bounce', at }],
    ]);
    expect([await isStopped(alan), await stopsOf([])]).toEqual([false, new Map()]);
  });

  it('ends when it is allowed again', async () => {
    setClock(now);
    await stopAddress(alan, { reason: 'bounce', at });
    await stopAddress(grace, { reason: 'complaint', at });
    await allowAddress(alan.toUpperCase());
    expect([await isStopped(alan), await isStopped(grace)]).toEqual([false, true]);
    await allowAddress(alan);
    expect(await isStopped(alan)).toBe(false);
  });
});
