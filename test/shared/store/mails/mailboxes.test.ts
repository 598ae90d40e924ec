import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mailboxSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';
import { repliesAnHourMax } from '../../../../shared/domain/mails/reply-bounds.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import {
  hasOptedOut,
  isOfMailbox,
  openMailbox,
  optOut,
  reserveReply,
} from '../../../../shared/store/mails/mailboxes.ts';
import { getItem, type Item, putItem } from '../../../../shared/store/table.ts';
import { itemsWith } from '../../../support/table/data-subjects.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
const now = Date.parse('2026-03-14T12:20:00Z');
beforeAll(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterAll(() => {
  jest.restoreAllMocks();
});

const otherSecret = 'x'.repeat(32);
const reply = (responseId = 'one') => ({ formId: newId('form'), responseId });
let addresses = 0;
const newAddress = () => `reader-${addresses++}@example.com`;
const keyOfMailbox = (address: string) => keyOf('mailbox', { sha256: mailboxSha256(address) });

async function itemOf(address: string): Promise<Item | undefined> {
  const read = await getItem(keyOfMailbox(address));
  const { stamp: _, ...item } = read ?? ({} as Item);
  return read && (item as Item);
}

async function reserved(address: string, to = reply(), at = now) {
  const mailbox = await reserveReply(address, to, at);
  if (!mailbox) throw new Error('No reply may be sent');
  return mailbox;
}

describe('a reply to a mailbox', () => {
  it('is counted once before it is sent, in the day of the mailbox and the hour of the form', async () => {
    const address = newAddress();
    const to = reply();
    const hours = async () => (await itemsWith('LIMIT#')).filter(({ replies }) => typeof replies === 'number');
    const before = new Set((await hours()).map(({ pk }) => pk));
    const mailbox = await reserved(address, to);
    const stored = {
      ...keyOfMailbox(address),
      secret: mailbox.secret,
      day: '2026-03-14',
      replies: { [to.formId]: 'one' },
      ttl: (now + 400 * dayMs) / 1000,
      writes: 1,
    };
    expect(mailbox).toEqual({ sha256: mailboxSha256(address), secret: expect.stringMatching(/^[\w-]{32}$/) });
    expect(await itemOf(address)).toEqual(stored);
    expect(await reserved(address, to)).toEqual(mailbox);
    expect(await reserveReply(address, { ...to, responseId: 'two' }, now)).toBeUndefined();
    expect(await itemOf(address)).toEqual(stored);
    const counted = (await hours()).filter(({ pk }) => !before.has(pk));
    expect(counted).toEqual([expect.objectContaining({ replies: 1, ttl: (now + hourMs) / 1000 })]);
  });

  it('keeps those of the day to other forms, and none of the day before', async () => {
    const address = newAddress();
    const [first, second, third] = [reply('a'), reply('b'), reply('c')];
    const { secret } = await reserved(address, first);
    await reserved(address, second);
    expect(await itemOf(address)).toMatchObject({
      replies: { [first.formId]: 'a', [second.formId]: 'b' },
      secret,
      writes: 2,
    });
    await reserved(address, third, now + dayMs);
    expect(await itemOf(address)).toMatchObject({
      day: '2026-03-15',
      replies: { [third.formId]: 'c' },
      secret,
      writes: 3,
    });
    expect((await reserved(address, first, now + dayMs)).secret).toBe(secret);
  });

  it('is the last of the hour from a form that has sent one less than it may, and of no other form', async () => {
    const to = reply();
    await reserved(newAddress(), to);
    const hours = (await itemsWith('LIMIT#')).filter(({ replies }) => typeof replies === 'number');
    for (const hour of hours) await putItem({ ...hour, replies: repliesAnHourMax - 1 });
    await reserved(newAddress(), to);
    const late = newAddress();
    expect(await reserveReply(late, to, now)).toBeUndefined();
    expect(await itemOf(late)).toBeUndefined();
    await reserved(late, reply());
    await reserved(newAddress(), to, now + hourMs);
  });
});

describe('a mailbox that is opened', () => {
  it('is stored with a secret, which stays the same', async () => {
    const address = newAddress();
    const opened = await openMailbox(address);
    expect(opened).toEqual({ sha256: mailboxSha256(address), secret: expect.stringMatching(/^[\w-]{32}$/) });
    const ttl = (now + 400 * dayMs) / 1000;
    expect(await itemOf(address)).toEqual({ ...keyOfMailbox(address), secret: opened?.secret, ttl, writes: 1 });
    expect(await openMailbox(address)).toEqual(opened);
    expect(await itemOf(address)).toMatchObject({ writes: 2 });
    expect(await reserved(address)).toEqual(opened);
    expect(await hasOptedOut(address)).toBe(false);
  });
});

describe('the end of the replies to a mailbox', () => {
  it('needs the secret of the mailbox, and changes nothing without it', async () => {
    const address = newAddress();
    const mailbox = await reserved(address);
    const before = await itemOf(address);
    for (const wrong of [
      { ...mailbox, secret: otherSecret },
      { ...mailbox, sha256: mailboxSha256(newAddress()) },
    ]) {
      expect(await isOfMailbox(wrong)).toBe(false);
      expect(await optOut(wrong)).toBe(false);
    }
    expect(await itemOf(address)).toEqual(before);
    expect(await hasOptedOut(address)).toBe(false);
    expect(await isOfMailbox(mailbox)).toBe(true);
  });

  it('is stored for good, counts as a write, and stays as it was when it is asked for again', async () => {
    const address = newAddress();
    const mailbox = await reserved(address);
    const { ttl: _, ...before } = (await itemOf(address)) ?? ({} as Item);
    expect(await optOut(mailbox)).toBe(true);
    const ended = await itemOf(address);
    expect(ended).toEqual({ ...before, optedOutAt: expect.any(String), writes: 2 });
    expect(await optOut(mailbox)).toBe(true);
    expect(await itemOf(address)).toEqual({ ...ended, writes: 3 });
  });

  it('refuses every reply and every other mail from then on', async () => {
    const address = newAddress();
    const mailbox = await reserved(address);
    await optOut(mailbox);
    const ended = await itemOf(address);
    expect(await reserveReply(address, reply(), now + dayMs)).toBeUndefined();
    expect(await openMailbox(address)).toBeUndefined();
    expect(await hasOptedOut(address.toUpperCase())).toBe(true);
    expect(await isOfMailbox(mailbox)).toBe(true);
    expect(await itemOf(address)).toEqual(ended);
  });
});
