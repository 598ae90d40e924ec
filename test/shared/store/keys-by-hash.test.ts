import { createHash } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addressSha256, mailboxSha256 } from '../../../shared/domain/mails/mailbox-identity.ts';
import { newId } from '../../../shared/ids.ts';
import {
  type CountedAttempt,
  countAttempt,
  countCodeAttempt,
  forgiveAttempt,
  forgiveCodeAttempts,
} from '../../../shared/store/accounts/login-failures.ts';
import { networkWrites } from '../../../shared/store/accounts/sign-in/known-networks.ts';
import type { StoredUser } from '../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { createHashKey, keysByHash } from '../../../shared/store/keys-by-hash.ts';
import { countMail } from '../../../shared/store/mails/mail-counts.ts';
import { allowAddress, stopAddress, stopsOf } from '../../../shared/store/mails/mail-stops.ts';
import { hasOptedOut, isOfMailbox, openMailbox, optOut, reserveReply } from '../../../shared/store/mails/mailboxes.ts';
import { dynamodb, getItem, tableName, writeIfUnchanged } from '../../../shared/store/table.ts';
import { useKms } from '../../support/table/kms.ts';
import { useTable } from '../../support/table/table.ts';

useTable();
useKms();
beforeAll(() => {
  process.env.MAIL_FROM = 'forms@acme.example';
  // However long the machine takes, no wait and no hour ends.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
});
afterAll(() => {
  jest.restoreAllMocks();
});

const at = '2026-01-31T12:00:00.000Z';
const reply = () => ({ formId: newId('form'), responseId: 'one' });

/** Everything that the table has, as text. */
async function wholeTable(): Promise<string> {
  const { Items } = await dynamodb.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  return JSON.stringify(Items);
}

async function mailboxOf(address: string) {
  const mailbox = await reserveReply(address, reply(), Date.now());
  if (!mailbox) throw new Error('No reply may be sent');
  return mailbox;
}

/** What a version without a hash key has stored: it writes by plain hashes. */
const former = {
  stopped: 'stopped@example.com',
  optedOut: 'opted-out@example.com',
  known: 'known@example.com',
  link: { sha256: '', secret: '' },
  blocked: 'blocked@example.com',
  atHome: 'at-home@example.com',
};
const [home, elsewhere] = ['198.51.100.1', '203.0.113.1'];

/** An account that is old enough for notices of new networks. */
const user = {
  id: newId('user'),
  email: 'user@example.com',
  name: 'User',
  status: 'active',
  createdAt: at,
  updatedAt: at,
};

async function failToLogIn(email: string, source: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) expect(await countAttempt(email, source)).toEqual(expect.any(Object));
}

/** Signs in from a network, and returns whether a mail says that it is new. */
async function isNoticed(sourceIp: string): Promise<boolean> {
  const writes = await networkWrites(user as StoredUser, { sourceIp, language: 'en' });
  await writeIfUnchanged(writes);
  return writes.length > 1;
}

beforeAll(async () => {
  await stopAddress(former.stopped, { reason: 'complaint', at });
  await optOut(await mailboxOf(former.optedOut));
  former.link = await mailboxOf(former.known);
  await failToLogIn(former.blocked, elsewhere, 5);
  await forgiveAttempt((await countAttempt(former.atHome, home)) as CountedAttempt);
  for (let time = 0; time < 5; time++) expect(await countCodeAttempt(user.id)).toBeUndefined();
  expect(await isNoticed(home)).toBe(true);
  const sha256 = addressSha256(former.stopped);
  expect(await keysByHash('mailStop', sha256)).toEqual([keyOf('mailStop', { sha256 })]);
  await Promise.all([createHashKey(), createHashKey()]);
});

describe('what a version without a hash key has stored', () => {
  it('still stops mails', async () => {
    expect((await stopsOf([former.stopped, 'other@example.com'])).get(former.stopped)?.reason).toBe('complaint');
  });

  it('still ends replies to a mailbox', async () => {
    expect(await hasOptedOut(former.optedOut)).toBe(true);
    expect(await reserveReply(former.optedOut, reply(), Date.now())).toBeUndefined();
    expect(await openMailbox(former.optedOut)).toBeUndefined();
    expect(await wholeTable()).not.toContain(mailboxSha256(former.optedOut));
  });

  it('still counts the replies of the day, and knows the secret of its links', async () => {
    for (const _ of [2, 3, 4, 5]) expect(await mailboxOf(former.known)).toEqual(former.link);
    expect(await reserveReply(former.known, reply(), Date.now())).toBeUndefined();
    expect(await openMailbox(former.known)).toEqual(former.link);
    expect(await isOfMailbox({ ...former.link, secret: 'x'.repeat(32) })).toBe(false);
    expect(await optOut({ ...former.link, secret: 'x'.repeat(32) })).toBe(false);
    expect(await isOfMailbox(former.link)).toBe(true);
    expect(await optOut(former.link)).toBe(true);
    expect(await openMailbox(former.known)).toBeUndefined();
    // What expires is not what ends the replies.
    const [key] = await keysByHash('mailbox', former.link.sha256);
    const item = await getItem(key);
    expect(item).toMatchObject({ optedOutAt: expect.any(String) });
    expect(item).not.toHaveProperty('ttl');
  });
});

describe('what a version without a hash key has stored of sign-ins', () => {
  it('still blocks an address in a network, and counts on from there', async () => {
    expect(await countAttempt(former.blocked, elsewhere)).toEqual(expect.any(Number));
    const stored = await wholeTable();
    const sha256 = createHash('sha256').update(`address ${former.blocked} source ${elsewhere}`).digest('hex');
    expect(stored).not.toContain(sha256);
  });

  it('still knows the network of an account, whatever others do in it', async () => {
    for (let one = 0; one < 10; one++) await failToLogIn(`other-${one}@example.com`, home, 5);
    expect(await countAttempt('stranger@example.com', home)).toEqual(expect.any(Number));
    expect(await countAttempt(former.atHome, home)).toEqual(expect.any(Object));
  });

  it('still blocks codes, until one is right', async () => {
    expect(await countCodeAttempt(user.id)).toEqual(expect.any(Number));
    await forgiveCodeAttempts(user.id);
    expect(await countCodeAttempt(user.id)).toBeUndefined();
  });

  it('still knows the network of a user, who gets no notice', async () => {
    expect(await isNoticed(home)).toBe(false);
    expect(await isNoticed(elsewhere)).toBe(true);
    expect(await isNoticed(elsewhere)).toBe(false);
  });
});

describe('with the hash key', () => {
  it('cannot be guessed: no plain hash of an address is in the table', async () => {
    const address = 'new@example.com';
    await stopAddress(address, { reason: 'bounce', at });
    const mailbox = await mailboxOf(address);
    expect((await stopsOf([address])).get(address)).toEqual({ reason: 'bounce', at });
    expect(await optOut(mailbox)).toBe(true);
    expect(await hasOptedOut(address)).toBe(true);
    const stored = await wholeTable();
    expect(stored).toContain(addressSha256(former.stopped));
    for (const sha256 of [addressSha256(address), mailboxSha256(address), mailbox.sha256]) {
      expect(stored).not.toContain(sha256);
    }
  });

  it('lets an operator allow mails to an address again', async () => {
    await stopAddress('works-again@example.com', { reason: 'bounce', at });
    for (const address of ['works-again@example.com', former.stopped]) {
      await allowAddress(address);
      expect(await stopsOf([address])).toEqual(new Map());
    }
  });

  it('counts the mails of an hour', async () => {
    const counted = [];
    for (const _ of [1, 2, 3]) counted.push(await countMail('invitation', 'often@example.com', 2));
    expect(counted).toEqual([true, true, false]);
  });

  it('has another hash of the same address in each kind of item', async () => {
    const sha256 = addressSha256('ada@example.com');
    const [[stop], [mailbox]] = [await keysByHash('mailStop', sha256), await keysByHash('mailbox', sha256)];
    expect(stop.pk.split('#')[1]).not.toBe(mailbox.pk.split('#')[1]);
  });
});

it('sends no mail while KMS fails, and lets people sign in', async () => {
  const settings = process.env;
  process.env = { ...settings, AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:1' };
  // As a process that has not opened the key yet.
  await jest.isolateModulesAsync(async () => {
    const stops = await import('../../../shared/store/mails/mail-stops.ts');
    const failures = await import('../../../shared/store/accounts/login-failures.ts');
    await expect(stops.stopsOf(['reader@example.com'])).rejects.toThrow();
    expect(await failures.countAttempt('somebody@example.com', home)).toEqual(expect.any(Object));
  });
  process.env = settings;
});
