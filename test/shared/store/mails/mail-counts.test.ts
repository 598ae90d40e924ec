import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { log } from '../../../../shared/log.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { countMail, countOfOrganization, countToday } from '../../../../shared/store/mails/mail-counts.ts';
import { getItem, tableName } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
const now = Date.parse('2026-03-14T12:20:00Z');
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env.LIMIT_REPLIES = '0';
  process.env.LIMIT_MAILS_TO_STRANGERS = '0';
});

const at = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

async function countedAs(subject: string) {
  const sha256 = createHash('sha256').update(subject).digest('hex');
  const item = await getItem(keyOf('mailCount', { sha256 }));
  return { mails: item?.mails, ttl: item?.ttl };
}

describe('the mails of an hour', () => {
  it('are so many to a subject, however it is spelled, and begin anew with the next hour', async () => {
    const address = `${newId('user')}@example.com`;
    expect([await countMail('reset', address, 2), await countMail('reset', address.toUpperCase(), 2)]).toEqual([
      true,
      true,
    ]);
    expect(await countMail('reset', address, 2)).toBe(false);
    const hour = Math.floor(now / hourMs);
    const counted = { mails: 2, ttl: ((hour + 2) * hourMs) / 1000 };
    expect(await countedAs(`reset ${address.toLowerCase()} ${hour}`)).toEqual(counted);
    expect(await countMail('invitation', address, 2)).toBe(true);
    expect(await countMail('reset', `other-${address}`, 2)).toBe(true);
    at(now + 40 * 60_000 - 1);
    expect(await countMail('reset', address, 2)).toBe(false);
    at(now + 40 * 60_000);
    expect(await countMail('reset', address, 2)).toBe(true);
  });
});

describe('the mails of an organization within a day', () => {
  it('are so many of a kind, and begin anew with the next day', async () => {
    const organizationId = newId('organization');
    const count = () => countOfOrganization('reply', organizationId, 1);
    expect([await count(), await count()]).toEqual([true, false]);
    const day = Math.floor(now / dayMs);
    const counted = { mails: 1, ttl: ((day + 2) * dayMs) / 1000 };
    expect(await countedAs(`reply ${organizationId} day ${day}`)).toEqual(counted);
    expect(await countOfOrganization('invitation', organizationId, 1)).toBe(true);
    expect(await countOfOrganization('reply', newId('organization'), 1)).toBe(true);
    at((day + 1) * dayMs - 1);
    expect(await count()).toBe(false);
    at((day + 1) * dayMs);
    expect(await count()).toBe(true);
  });
});

describe('the mails of a deployment within a day', () => {
  it('have no limit where the setting is zero, and are not counted', async () => {
    const day = Math.floor(now / dayMs);
    expect([await countToday('LIMIT_REPLIES'), await countToday('LIMIT_REPLIES')]).toEqual([true, true]);
    expect(await countedAs(`LIMIT_REPLIES ${day}`)).toEqual({ mails: undefined, ttl: undefined });
  });

  it('are held back at the limit, which is told for an alarm, until the next day', async () => {
    process.env.LIMIT_REPLIES = '1';
    process.env.LIMIT_MAILS_TO_STRANGERS = '1';
    const warned = jest.spyOn(log, 'warn').mockImplementation(() => {});
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await countToday('LIMIT_REPLIES')).toBe(true);
    expect([warned.mock.calls, printed.mock.calls]).toEqual([[], []]);
    expect(await countToday('LIMIT_REPLIES')).toBe(false);
    expect(warned.mock.calls).toEqual([
      ['a mail is one too many of the deployment within a day', { limit: 'LIMIT_REPLIES', most: 1 }],
    ]);
    expect(printed.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      {
        _aws: {
          Timestamp: now,
          CloudWatchMetrics: [
            {
              Namespace: 'Formline',
              Dimensions: [['TableName']],
              Metrics: [{ Name: 'MailsHeldBack', Unit: 'Count' }],
            },
          ],
        },
        TableName: tableName(),
        MailsHeldBack: 1,
      },
    ]);
    expect(await countToday('LIMIT_MAILS_TO_STRANGERS')).toBe(true);
    const day = Math.floor(now / dayMs);
    expect(await countedAs(`LIMIT_REPLIES ${day}`)).toEqual({ mails: 1, ttl: ((day + 2) * dayMs) / 1000 });
    at((day + 1) * dayMs);
    expect(await countToday('LIMIT_REPLIES')).toBe(true);
  });
});
