import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { authenticate } from '../../../../shared/auth/authenticate.ts';
import { getMe } from '../../../../shared/contracts/accounts/auth.ts';
import { listForms } from '../../../../shared/contracts/forms/forms.ts';
import { hashOfKey } from '../../../../shared/domain/accounts/api-key.ts';
import { newId } from '../../../../shared/ids.ts';
import {
  endOtherSessions,
  endSession,
  endSessionWrite,
  getSession,
  type Origin,
  startSession,
} from '../../../../shared/store/accounts/sessions.ts';
import { getUser, type StoredUser, userByEmail } from '../../../../shared/store/accounts/users.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { dynamodb, tableName, updateItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newOwner } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

const hour = 3_600_000;
const minute = 60_000;

useTable();

afterEach(() => {
  jest.restoreAllMocks();
});

async function started(user: StoredUser, from: Origin = {}) {
  const begun = await startSession(user, from);
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

  it('is stored with where and how it began, as its user sees it', async () => {
    const user = { ...(await newOwner()), sessionEpoch: 2 };
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const provider = { id: 'acme', domain: 'acme.example' };
    const { token, session } = await started(user, { sourceIp: '192.0.2.77', userAgent: 'curl/8.5.0', provider });
    expect(session).toEqual({
      ...{ id: expect.stringMatching(/^sess_/), sha256: hashOfKey(token), userId: user.id, epoch: 2 },
      ...{ createdAt: now, lastUsedAt: now, network: '192.0.2.0/24', client: 'curl', provider },
    });
    expect(await getSession(session.sha256)).toMatchObject(session);
  });

  it('does not begin when what belongs to it has changed', async () => {
    const user = await newOwner();
    const { session: ended } = await started(user);
    expect(await startSession(user, {}, [endSessionWrite(ended)])).toBeDefined();
    expect(await startSession(user, {}, [endSessionWrite(ended)])).toBeUndefined();
  });

  it('is ended once, and keeps its first end', async () => {
    const { session } = await started(await newOwner());
    const end = () => writeIfUnchanged([endSessionWrite(session)]);
    const endedAt = session.createdAt + minute;
    jest.spyOn(Date, 'now').mockReturnValue(endedAt);
    expect(await end()).toBe(true);
    jest.spyOn(Date, 'now').mockReturnValue(endedAt + minute);
    expect(await end()).toBe(false);
    await endSession(session.sha256);
    expect((await getSession(session.sha256))?.endedAt).toBe(endedAt);
    expect(await writeIfUnchanged([endSessionWrite({ ...session, sha256: 'unknown' })])).toBe(false);
    expect(await getSession('unknown')).toBeUndefined();
  });

  it('ends all others of its user, and goes on itself', async () => {
    const user = await newOwner();
    const [kept, other] = [await started(user), await started(user)];
    const { session: noted } = await started(user);
    expect(await endOtherSessions(kept.session, [endSessionWrite(noted)])).toBe(true);
    expect((await getUser(user.id))?.sessionEpoch).toBe(1);
    expect((await getSession(noted.sha256))?.endedAt).toBeDefined();
    expect(await use(kept.token, kept.session.createdAt)).toMatchObject({ id: user.id });
    await expect(use(other.token, other.session.createdAt)).rejects.toMatchObject(expired);
    expect(await endOtherSessions(kept.session, [])).toBe(false);
    expect((await getUser(user.id))?.sessionEpoch).toBe(1);
  });

  it.each<[string, (session: { sha256: string; userId: string }) => Promise<unknown>]>([
    ['it has ended', ({ sha256 }) => endSession(sha256)],
    [
      'its user has ended it',
      ({ userId }) => updateItem(keyOf('user', { user: userId }), { set: { sessionEpoch: 1 } }),
    ],
    ['it is of another time', ({ sha256 }) => updateItem(keyOf('session', { sha256 }), { set: { epoch: 1 } })],
  ])('ends no others once %s', async (_, meanwhile) => {
    const { session } = await started(await newOwner());
    await meanwhile(session);
    const before = [await getUser(session.userId), await getSession(session.sha256)];
    expect(await endOtherSessions(session, [])).toBe(false);
    expect([await getUser(session.userId), await getSession(session.sha256)]).toEqual(before);
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
