import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '../../../../../shared/ids.ts';
import { networkWrites } from '../../../../../shared/store/accounts/sign-in/known-networks.ts';
import type { StoredUser } from '../../../../../shared/store/accounts/users.ts';
import { createHashKey } from '../../../../../shared/store/keys-by-hash.ts';
import { writeIfUnchanged } from '../../../../../shared/store/table.ts';
import { newAddress, origin, style, waiting } from '../../../../support/records/accounts.ts';
import { useKms } from '../../../../support/table/kms.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();
useKms();
beforeAll(createHashKey);

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.now();
const from = { ...origin, ...style };

let user: StoredUser;

beforeEach(() => {
  process.env.MAIL_FROM = 'forms@acme.example';
  const createdAt = new Date(start - day).toISOString();
  user = { id: newId('user'), email: newAddress(), status: 'active', createdAt };
});

afterEach(() => {
  jest.restoreAllMocks();
  delete process.env.MAIL_FROM;
});

/** Signs in, and returns the mails that the user has got so far. */
async function signIn(as: StoredUser = user, at = start, sourceIp: string = from.sourceIp) {
  jest.spyOn(Date, 'now').mockReturnValue(at);
  const writes = await networkWrites(as, { ...from, sourceIp });
  expect(await writeIfUnchanged(writes)).toBe(true);
  expect(writes[0]?.Put?.Item?.ttl).toBe(Math.ceil((at + 90 * day) / 1000));
  return (await waiting('MAIL')).filter(({ email }) => email === as.email);
}

describe('a sign-in', () => {
  it('is told by mail when it comes from a network that the account does not know, with what is known of it', async () => {
    const mail = {
      ...{ kind: 'signedIn', userId: user.id, email: user.email, at: start },
      ...{ network: '192.0.2.0/24', client: 'curl', ...style },
    };
    expect(await signIn()).toEqual([expect.objectContaining(mail)]);
    expect(await signIn(user, start, '192.0.2.200')).toHaveLength(1);
    expect(await signIn(user, start, '198.51.100.1')).toHaveLength(2);
  });

  it('makes its network known for 90 days', async () => {
    expect(await signIn()).toHaveLength(1);
    expect(await signIn(user, start + 89 * day)).toHaveLength(1);
    expect(await signIn(user, start + 180 * day)).toHaveLength(2);
  });

  it('is not told in the first hour of an account', async () => {
    const createdAt = new Date(start - hour + 1).toISOString();
    expect(await signIn({ ...user, createdAt })).toEqual([]);
    expect(await signIn(user, start, '198.51.100.1')).toHaveLength(1);
    const anHourAgo = new Date(start - hour).toISOString();
    expect(await signIn({ ...user, createdAt: anHourAgo }, start, '203.0.113.1')).toHaveLength(2);
  });

  it('knows no network from before the account was taken back', async () => {
    expect(await signIn()).toHaveLength(1);
    expect(await signIn({ ...user, unboundAt: 1 })).toHaveLength(2);
    expect(await signIn({ ...user, unboundAt: 1 })).toHaveLength(2);
    expect(await signIn({ ...user, unboundAt: 2 })).toHaveLength(3);
  });

  it('makes nothing known when it comes from nowhere', async () => {
    expect(await networkWrites(user, style)).toEqual([]);
  });
});
