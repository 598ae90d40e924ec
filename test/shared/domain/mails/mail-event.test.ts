import { expect, it } from '@jest/globals';
import { stoppedBy } from '../../../../shared/domain/mails/mail-event.ts';

const time = '2026-11-22T15:04:05Z';
const recipients = (...addresses: string[]) => addresses.map(emailAddress => ({ emailAddress, status: '5.1.1' }));
const bounce = (bounceType: string, ...addresses: string[]) =>
  stoppedBy({ time, detail: { bounce: { bounceType, bouncedRecipients: recipients(...addresses) } } });

it('stops what bounced for good', () => {
  const addresses = ['ada@example.com', 'bob@example.com'];
  expect(bounce('Permanent', ...addresses)).toEqual({ reason: 'bounce', at: time, addresses });
});

it('finds the address beside a name', () => {
  expect(bounce('Permanent', 'Ada <ada@example.com>').addresses).toEqual(['ada@example.com']);
  expect(bounce('Permanent', 'Ada <ada@example.com> ', '<x>@example.com').addresses).toEqual([
    ...['ada@example.com', '<x>@example.com'],
  ]);
});

it('stops nothing for what is neither a bounce nor a complaint', () => {
  expect(stoppedBy({ time, detail: {} }).addresses).toEqual([]);
});

it.each(['Transient', 'Undetermined'])(
  'stops nothing for a bounce that is %s: a full mailbox, a server that is away',
  type => {
    expect(bounce(type, 'ada@example.com').addresses).toEqual([]);
  },
);

it('stops whoever called a mail spam', () => {
  const complaint = { complainedRecipients: recipients('ada@example.com') };
  expect(stoppedBy({ time, detail: { complaint } })).toEqual({
    ...{ reason: 'complaint', at: time, addresses: ['ada@example.com'] },
  });
});
