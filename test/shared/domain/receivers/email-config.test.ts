import { describe, expect, it } from '@jest/globals';
import type { SentConfig } from '../../../../shared/domain/receivers/integration.ts';
import { newId } from '../../../../shared/ids.ts';
import { readConfig } from '../../../../shared/integrations/read-config.ts';

const member = newId('user');
const check = (sent: SentConfig) => readConfig('email', sent, undefined, { allowLoopback: false });

function faultsOf(sent: SentConfig): string[] {
  const checked = check(sent);
  return 'faults' in checked ? checked.faults.map(({ field, rule }) => `${field} ${rule}`) : [];
}

describe('the config of an integration by e-mail', () => {
  it('tells nothing and waits for nothing, unless it says so, and has no credential', () => {
    expect(check({ recipients: [member, 'ops@example.com'] })).toEqual({
      config: {
        recipients: [member, 'ops@example.com'],
        includePersonalData: false,
        includeAnswers: false,
        digest: 'immediately',
      },
    });
  });

  it('ends daily digests at eight in UTC, or when it says', () => {
    expect(check({ recipients: [member], digest: 'daily' })).toMatchObject({
      config: { digest: 'daily', digestHour: 8, timeZone: 'UTC' },
    });
    expect(check({ recipients: [member], digest: 'daily', digestHour: 0, timeZone: 'Europe/Berlin' })).toMatchObject({
      config: { digestHour: 0, timeZone: 'Europe/Berlin' },
    });
  });

  it('keeps whom a mail is answered to, and the zone of a digest', () => {
    expect(check({ recipients: [member], replyToField: 'email' })).toMatchObject({ config: { replyToField: 'email' } });
    const hourly = check({ recipients: [member], digest: 'hourly', timeZone: 'Europe/Berlin', replyToField: null });
    expect(hourly).toMatchObject({ config: { digest: 'hourly', timeZone: 'Europe/Berlin' } });
    expect(hourly).not.toMatchObject({ config: { replyToField: null } });
    expect(check({ recipients: [member], digest: 'immediately', replyToField: 'email' })).toHaveProperty('config');
  });

  it('says what to do about each fault', () => {
    const messages = (sent: SentConfig) => {
      const checked = check(sent);
      return 'faults' in checked ? checked.faults.map(({ message }) => message) : [];
    };
    expect(messages({ recipients: ['a@b'] })).toEqual([expect.stringContaining('ops@example.com')]);
    expect(messages({ recipients: ['a@b.example', 'A@b.example'] })).toEqual([expect.stringContaining('twice')]);
    expect(messages({ recipients: [member], digestHour: 8 })).toEqual([expect.stringContaining('leave it out')]);
    expect(messages({ recipients: [member], digest: 'daily', timeZone: 'Berlin' })).toEqual([
      expect.stringContaining('Europe/Berlin'),
    ]);
    expect(messages({ recipients: [member], digest: 'hourly', replyToField: 'email' })).toEqual([
      expect.stringContaining('many people'),
    ]);
  });

  it('takes members by their ids, and addresses that mail can be sent to, each once', () => {
    expect(faultsOf({})).toEqual(['config.recipients required']);
    expect(
      faultsOf({ recipients: ['usr_x', 'a@b', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'] }),
    ).toEqual([0, 1, 2, 3].map(index => `config.recipients[${index}] recipient`));
    expect(faultsOf({ recipients: ['Ops@example.com', 'ops@EXAMPLE.com'] })).toEqual(['config.recipients[1] unique']);
  });

  it('refuses what would do nothing', () => {
    const recipients = [member];
    expect(faultsOf({ recipients, digestHour: 8 })).toEqual(['config.digestHour notAllowed']);
    expect(faultsOf({ recipients, digest: 'hourly', digestHour: 8 })).toEqual(['config.digestHour notAllowed']);
    expect(faultsOf({ recipients, digest: 'daily', timeZone: 'Berlin' })).toEqual(['config.timeZone timeZone']);
    expect(faultsOf({ recipients, digest: 'hourly', replyToField: 'email' })).toEqual([
      'config.replyToField notAllowed',
    ]);
    expect(faultsOf({ recipients, token: 'ntn_0123456789abcdef1234' })).toEqual(['config.token unknown']);
  });
});
