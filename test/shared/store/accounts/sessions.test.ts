import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { authenticate } from '../../../../shared/auth/authenticate.ts';
import { getMe } from '../../../../shared/contracts/accounts/auth.ts';
import { listForms } from '../../../../shared/contracts/forms/forms.ts';
import { hashOfKey } from '../../../../shared/domain/accounts/api-key.ts';
import { newId } from '../../../../shared/ids.ts';
import { getSession, startSession } from '../../../../shared/store/accounts/sessions.ts';
import { getUser, type StoredUser, userByEmail } from '../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { dynamodb, tableName } from '../../../../shared/store/table.ts';
import { newOwner } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const hour = 3_600_000;
const minute = 60_000;

useTable();

afterEach(() => {
  jest.restoreAllMocks();
});

async function started(user: StoredUser) {
  const begun = await startSession(user, {});
  if (!begun) throw new Error('The session is not stored');
  return begun;
}

/** Uses a session at this time: with what the table has then, as a request would. */
async function use(token: string, at: number, contract: typeof getMe | typeof listForms = getMe) {
  jest.spyOn(Date, 'now').mockReturnValue(at);
  const headers = { authorization: `Bearer ${token}` };
  return authenticate(contract, { headers, query: {}, params: {}, body: () => '', sourceIp: undefined });
}

const expired = { status: 401, code: 'session_expired' };

describe('a session', () => {
  it('ends after 24 hours in which it was not used', async () => {
    const { token, session } = await started(await newOwner());
    const day = session.createdAt + 24 * hour;
    await expect(use(token, day)).rejects.toMatchObject(expired);
    expect(await use(token, day - 1)).toMatchObject({ kind: 'session', id: session.userId });
    await expect(use(token, day + 24 * hour - 1)).rejects.toMatchObject(expired);
    expect(await use(token, day + 24 * hour - 2)).toBeDefined();
  });

  it('ends seven days after login, however much it is used', async () => {
    const { token, session } = await started(await newOwner());
    const end = session.createdAt + 7 * 24 * hour;
    for (let at = session.createdAt; at < end; at += 20 * hour) {
      const caller = await use(token, at);
      const expiresAt = new Date(Math.min(at + 24 * hour, end)).toISOString();
      expect(caller).toMatchObject({ session: { expiresAt } });
    }
    expect(await use(token, end - 1)).toBeDefined();
    await expect(use(token, end)).rejects.toMatchObject(expired);
  });

  it('notes its use at most every five minutes', async () => {
    const { token, session } = await started(await newOwner());
    const lastUsedAt = async () => (await getSession(session.sha256))?.lastUsedAt;
    await use(token, session.createdAt + 5 * minute - 1);
    expect(await lastUsedAt()).toBe(session.createdAt);
    await use(token, session.createdAt + 5 * minute);
    expect(await lastUsedAt()).toBe(session.createdAt + 5 * minute);
  });

  it('remembers where its user has been a member for longest, and reads no more than twice then', async () => {
    const { token, session } = await started(await newOwner());
    const first = await use(token, session.createdAt, listForms);
    expect(first).toMatchObject({ role: 'owner', environment: 'production' });
    const { organizationId } = first as { organizationId: string };
    expect((await getSession(session.sha256))?.organizationId).toBe(organizationId);
    const send = jest.spyOn(dynamodb, 'send');
    expect(await use(token, session.createdAt, listForms)).toEqual(first);
    expect(send.mock.calls.map(([command]) => command.constructor.name)).toEqual(['GetCommand', 'BatchGetCommand']);
  });

  it('is stored as the hash of its token, with a time to be deleted at', async () => {
    const { token, session } = await started(await newOwner());
    expect(session.sha256).toBe(hashOfKey(token));
    const stored = (await getSession(session.sha256)) as unknown as Record<string, unknown>;
    expect(JSON.stringify(stored)).not.toContain(token.slice(4));
    expect(stored.ttl).toBeGreaterThan((session.createdAt + 7 * 24 * hour) / 1000);
  });

  it('is over when its user is gone', async () => {
    const user = { ...(await newOwner()), id: newId('user') };
    const { token, session } = await started(user);
    await expect(use(token, session.createdAt)).rejects.toMatchObject(expired);
  });
});

describe('an address', () => {
  it('is that of the user who has it now', async () => {
    const user = await newOwner();
    const old = 'old-address@example.com';
    const Item = { ...keyOf('emailAddress', { email: old }), userId: user.id };
    await dynamodb.send(new PutCommand({ TableName: tableName(), Item }));
    expect(await userByEmail(old)).toBeUndefined();
    expect(await userByEmail(user.email.toUpperCase())).toEqual(await getUser(user.id));
  });

  it('is looked up in two reads, known or not', async () => {
    const user = await newOwner();
    const send = jest.spyOn(dynamodb, 'send');
    for (const email of [user.email, 'nobody@example.com', 'no#body@example.com']) {
      send.mockClear();
      await userByEmail(email);
      expect(send).toHaveBeenCalledTimes(2);
    }
  });
});
