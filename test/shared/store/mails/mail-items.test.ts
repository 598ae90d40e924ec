import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dayMs, hourMs, minuteMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { dueKeys } from '../../../../shared/store/keys.ts';
import {
  type DueMail,
  endOf,
  getMail,
  isMailKey,
  type MailMatter,
  mailWrites,
  nextAttempt,
  requestMail,
  tenantOf,
} from '../../../../shared/store/mails/mail-items.ts';
import { itemsWith } from '../../../support/table/data-subjects.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
const now = Date.parse('2026-03-14T12:20:00Z');
const style = { language: 'de', baseUrl: 'https://forms.example' } as const;
beforeEach(() => {
  process.env.MAIL_FROM = 'forms@acme.example';
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  delete process.env.MAIL_FROM;
  jest.restoreAllMocks();
});

describe('a mail that is requested', () => {
  it('waits in the table, due at once, until it is sent or given up', async () => {
    const email = `${newId('user')}@example.com`;
    await requestMail({ kind: 'passwordReset', email }, style);
    const [item, ...others] = await itemsWith(email);
    expect(others).toEqual([]);
    expect(item).toEqual({
      pk: expect.stringMatching(/^MAIL#mail_/),
      sk: 'MAIL',
      duepk: expect.stringMatching(/^DUE#\d+$/),
      duesk: dueKeys(now, 'accounts').duesk,
      ...{ kind: 'passwordReset', email, ...style, step: 0, createdAt: now },
      ttl: (now + 6 * hourMs) / 1000,
    });
    expect(item && isMailKey(item)).toBe(true);
    expect(item && (await getMail(item))).toEqual(item);
    expect(item && (await getMail({ ...item, pk: 'MAIL#mail_other' }))).toBeUndefined();
  });

  it('has the turn of its organization', () => {
    const organizationId = newId('organization');
    const invitation: MailMatter = { kind: 'invitation', organizationId, invitationId: 'inv_1' };
    expect([tenantOf(invitation), tenantOf({ kind: 'passwordChanged', email: '' })]).toEqual([
      organizationId,
      'accounts',
    ]);
    expect(mailWrites(invitation, style)).toHaveLength(1);
  });

  it('is not stored where the deployment sends none', async () => {
    delete process.env.MAIL_FROM;
    const matter = { kind: 'passwordReset', email: `${newId('user')}@example.com` } as const;
    expect(mailWrites(matter, style)).toEqual([]);
    await requestMail(matter, style);
    expect(await itemsWith(matter.email)).toEqual([]);
  });

  it.each<[MailMatter['kind'], number]>([
    ['invitation', 7 * dayMs],
    ['recipient', dayMs],
    ['passwordReset', 6 * hourMs],
    ['addressConfirmation', dayMs],
    ['passwordChanged', 3 * dayMs],
    ['addressChanged', 3 * dayMs],
    ['twoFactorChanged', 3 * dayMs],
    ['signedIn', 3 * dayMs],
    ['keyCreated', 3 * dayMs],
    ['receiverDisabled', 3 * dayMs],
    ['reply', dayMs],
  ])('of the kind %s is tried for %i ms', (kind, ms) => {
    expect(endOf({ kind, createdAt: 1000 } as DueMail)).toBe(1000 + ms);
  });

  it('is tried after a minute, then twice as late each time, an hour at most', () => {
    const waits = [0, 1, 5, 6, 20].map(step => nextAttempt(step, now) - now);
    expect(waits).toEqual([minuteMs, 2 * minuteMs, 32 * minuteMs, hourMs, hourMs]);
  });

  it('has a key that no other item has', () => {
    expect(isMailKey({ pk: 'MAILSTOP#1', sk: 'MAIL' })).toBe(false);
  });
});
