import { describe, expect, it } from '@jest/globals';
import { mailboxSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';
import { mayReply, repliesADayMax, repliesAnHourMax } from '../../../../shared/domain/mails/reply-bounds.ts';

const now = Date.parse('2026-11-22T23:59:59.999Z');
const day = '2026-11-22';
const ask = { formId: 'form_a', responseId: 'sub_1' };

describe('automatic replies to a mailbox', () => {
  it('are one a day for a form, and one that was interrupted is sent again', () => {
    expect(mayReply({}, ask, 0, now)).toBe('yes');
    expect(mayReply({ day, replies: { form_a: 'sub_1' } }, ask, 0, now)).toBe('again');
    expect(mayReply({ day, replies: { form_a: 'sub_0' } }, ask, 0, now)).toBe('no');
    expect(mayReply({ day, replies: { form_a: 'sub_0' } }, ask, 0, now + 1)).toBe('yes');
  });

  it('are five a day, whatever forms they are of', () => {
    const replies = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`form_${index}`, `sub_${index}`]));
    expect(mayReply({ day, replies: replies(repliesADayMax - 1) }, ask, 0, now)).toBe('yes');
    expect(mayReply({ day, replies: replies(repliesADayMax) }, ask, 0, now)).toBe('no');
    expect(mayReply({ day, replies: replies(repliesADayMax) }, ask, 0, now + 1)).toBe('yes');
  });

  it('are a hundred an hour of a form', () => {
    expect(mayReply({}, ask, repliesAnHourMax - 1, now)).toBe('yes');
    expect(mayReply({}, ask, repliesAnHourMax, now)).toBe('no');
    expect(mayReply({ day, replies: { form_a: 'sub_1' } }, ask, repliesAnHourMax, now)).toBe('again');
  });

  it('are none once it has asked for none', () => {
    expect(mayReply({ optedOutAt: '2020-01-01T00:00:00.000Z' }, ask, 0, now)).toBe('no');
  });
});

describe('a mailbox', () => {
  it.each([
    ['ada@example.com', 'ADA@Example.COM'],
    ['ada@example.com', 'ada+1@example.com'],
    ['ada@example.com', 'ada+a+b@example.com'],
    ['adalovelace@gmail.com', 'ada.love.lace+x@googlemail.com'],
  ])('is one, written %s or %s', (one, other) => {
    expect(mailboxSha256(one)).toBe(mailboxSha256(other));
  });

  it.each([
    ['ada@example.com', 'ada@example.org'],
    ['a.da@example.com', 'ada@example.com'],
    ['ada@example.com', 'adb@example.com'],
  ])('is another: %s and %s', (one, other) => {
    expect(mailboxSha256(one)).not.toBe(mailboxSha256(other));
  });
});
