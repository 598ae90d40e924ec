import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { newId } from '../../../../shared/ids.ts';
import { endSession, startSession } from '../../../../shared/store/accounts/sessions.ts';
import { getSessionOf, sessionRecord, sessionsOf } from '../../../../shared/store/accounts/sign-in/session-lists.ts';
import type { StoredUser } from '../../../../shared/store/accounts/users.ts';
import { dynamodb } from '../../../../shared/store/table.ts';
import { newOwner } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

afterEach(() => {
  jest.restoreAllMocks();
});

async function started(user: StoredUser, origin: Parameters<typeof startSession>[1] = {}) {
  const { session } = (await startSession(user, origin)) ?? {};
  if (session?.id === undefined) throw new Error('The session is not stored');
  const { id, sha256, lastUsedAt } = session;
  return { id, sha256, lastUsedAt };
}

const listed = async (user: StoredUser) => (await sessionsOf(user)).map(({ id }) => id).sort();

describe('the sessions of a user', () => {
  it('are those of nobody else', async () => {
    const [user, other] = [await newOwner(), await newOwner()];
    const own = [(await started(user)).id, (await started(user)).id];
    const others = await started(other);
    expect(await listed(user)).toEqual(own.sort());
    expect(await listed(other)).toEqual([others.id]);
    expect(await getSessionOf(user, others.id)).toBeUndefined();
    expect(await getSessionOf(other, others.id)).toMatchObject(others);
  });

  it('are found by their whole ID alone, and not looked for by what is none', async () => {
    const user = await newOwner();
    const [one, other] = [await started(user), await started(user)];
    expect(await getSessionOf(user, one.id)).toMatchObject(one);
    expect(await getSessionOf(user, other.id)).toMatchObject(other);
    expect(await getSessionOf(user, newId('session'))).toBeUndefined();
    const send = jest.spyOn(dynamodb, 'send');
    for (const id of ['', one.id.slice(0, -1), `${one.id}0`, newId('user')])
      expect(await getSessionOf(user, id)).toBeUndefined();
    expect(send).not.toHaveBeenCalled();
  });

  it('are those that still work', async () => {
    const user = await newOwner();
    const [kept, ended] = [await started(user), await started(user)];
    await endSession(ended.sha256);
    expect(await listed(user)).toEqual([kept.id]);
    expect(await getSessionOf(user, ended.id)).toBeUndefined();
    expect(await listed({ ...user, sessionEpoch: 1 })).toEqual([]);
    jest.spyOn(Date, 'now').mockReturnValue(kept.lastUsedAt + dayMs);
    expect(await listed(user)).toEqual([]);
  });

  it('say when they end, where they began, and which one is in use', async () => {
    const user = await newOwner();
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00.000Z'));
    const { id } = await started(user, { sourceIp: '192.0.2.7' });
    const session = await getSessionOf(user, id);
    const times = { createdAt: '2026-03-01T12:00:00.000Z', lastUsedAt: '2026-03-01T12:00:00.000Z' };
    const shown = { ...{ id, ...times, expiresAt: '2026-03-02T12:00:00.000Z' }, network: '192.0.2.0/24', client: null };
    expect(session && sessionRecord(session, id)).toEqual({ ...shown, current: true });
    expect(session && sessionRecord(session, newId('session'))).toEqual({ ...shown, current: false });
    expect(session && sessionRecord({ ...session, network: undefined, client: 'Firefox' }, id)).toMatchObject({
      ...{ network: null, client: 'Firefox' },
    });
    const used = session && { ...session, lastUsedAt: session.createdAt + 7 * dayMs - hourMs };
    expect(used && sessionRecord(used, id)).toMatchObject({ expiresAt: '2026-03-08T12:00:00.000Z' });
  });
});
