import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../../../shared/domain/accounts/caller.ts';
import { newId } from '../../../../../shared/ids.ts';
import { endSession, getSession, type Session, startSession } from '../../../../../shared/store/accounts/sessions.ts';
import {
  beginEnrolment,
  enableTwoFactor,
  resetTwoFactor,
  twoFactorWrite,
} from '../../../../../shared/store/accounts/sign-in/two-factor.ts';
import { getUser, type StoredUser } from '../../../../../shared/store/accounts/users.ts';
import { auditWrite } from '../../../../../shared/store/audit.ts';
import { writeIfUnchanged } from '../../../../../shared/store/table.ts';
import {
  actorIn,
  change,
  isAudited,
  newMember,
  twoFactor,
  userNow,
  userStored,
} from '../../../../support/records/accounts.ts';
import { newCaller } from '../../../../support/records/records.ts';
import { useTable } from '../../../../support/table/table.ts';

useTable();

const quarter = 900_000;
const pending = { sealed: 'pending', expiresAt: 1 };

let caller: Caller;

beforeAll(async () => {
  caller = await newCaller();
});

afterEach(() => {
  jest.restoreAllMocks();
});

const newUser = async (properties: Partial<StoredUser> = {}) => (await newMember(caller, properties)).user;

async function sessionOf(user: StoredUser): Promise<Session> {
  const begun = await startSession(user, {});
  if (!begun) throw new Error('The session is not stored');
  return begun.session;
}

/** A write whose event shows that it was made with the others. */
const noted = ({ id }: StoredUser) => [auditWrite(actorIn(caller.organizationId), 'user.two_factor_enabled', id)];

const isNoted = (user: StoredUser) => isAudited(caller, 'user.two_factor_enabled', user);

describe('a new authenticator', () => {
  it('waits a quarter of an hour for its first code, and replaces one that waited', async () => {
    const user = await newUser({ pendingTwoFactor: pending });
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const expiresAt = now + quarter;
    expect(await beginEnrolment(user, { epoch: 0 }, 'sealed')).toBe(expiresAt);
    expect((await userNow(user)).pendingTwoFactor).toEqual({ sealed: 'sealed', expiresAt });
  });

  it.each<[string, Partial<StoredUser>, number]>([
    ['has a verified one', { twoFactor }, 0],
    ['has ended the session', { sessionEpoch: 1 }, 0],
    ['began the session at another time', { sessionEpoch: 1 }, 2],
  ])('is not stored for a user who %s', async (_, properties, epoch) => {
    const user = await newUser(properties);
    const before = await userStored(user);
    expect(await beginEnrolment(user, { epoch }, 'sealed')).toBeUndefined();
    expect(await userStored(user)).toEqual(before);
  });

  it('is not stored for a user who is gone', async () => {
    const gone = { ...(await newUser()), id: newId('user') };
    expect(await beginEnrolment(gone, { epoch: 0 }, 'sealed')).toBeUndefined();
    expect(await getUser(gone.id)).toBeUndefined();
  });
});

describe('two-factor sign-in', () => {
  it('is turned on by the session that sends the code, which alone goes on', async () => {
    const user = await newUser({ pendingTwoFactor: pending });
    const [session, other] = [await sessionOf(user), await sessionOf(user)];
    const { pendingTwoFactor: _, ...before } = (await userStored(user)) ?? {};
    expect(await enableTwoFactor(user, session, twoFactor, noted(user))).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, twoFactor, sessionEpoch: 1, revision: 2 });
    expect((await getSession(session.sha256))?.epoch).toBe(1);
    expect((await getSession(other.sha256))?.epoch).toBe(0);
    expect(await isNoted(user)).toBe(true);
  });

  type Meanwhile = (user: StoredUser, session: Session) => Promise<unknown>;

  it.each<[string, Meanwhile]>([
    ['all sessions have ended', user => change(user, { sessionEpoch: 1 })],
    ['the session has ended', (_, { sha256 }) => endSession(sha256)],
    ['it is on', user => change(user, { twoFactor })],
    ['another authenticator waits', user => change(user, { pendingTwoFactor: { ...pending, sealed: 'another' } })],
  ])('is not turned on once %s', async (_, meanwhile) => {
    const user = await newUser({ pendingTwoFactor: pending });
    const session = await sessionOf(user);
    await meanwhile(user, session);
    const before = [await userStored(user), await getSession(session.sha256)];
    expect(await enableTwoFactor(user, session, { ...twoFactor, lastStep: 9 }, noted(user))).toBe(false);
    expect([await userStored(user), await getSession(session.sha256)]).toEqual(before);
    expect(await isNoted(user)).toBe(false);
  });
});

describe('a second factor', () => {
  it('takes a code once', async () => {
    const user = await newUser({ twoFactor });
    const before = await userStored(user);
    const used = { ...twoFactor, lastStep: 2 };
    const use = () => writeIfUnchanged([twoFactorWrite(user, used)]);
    expect(await use()).toBe(true);
    expect(await use()).toBe(false);
    expect(await userStored(user)).toEqual({ ...before, twoFactor: used });
  });

  it('is removed as it was read, and no session ends', async () => {
    const user = await newUser({ twoFactor });
    const { twoFactor: _, ...before } = (await userStored(user)) ?? {};
    const outdated = { ...user, twoFactor: { ...twoFactor, lastStep: 2 } };
    expect(await writeIfUnchanged([twoFactorWrite(outdated, undefined)])).toBe(false);
    expect((await userNow(user)).twoFactor).toEqual(twoFactor);
    expect(await writeIfUnchanged([twoFactorWrite(user, undefined)])).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, revision: 2 });
  });
});

describe('a reset of the second factor', () => {
  it('removes it with one that waits, and ends all sessions', async () => {
    const user = await newUser({ twoFactor, pendingTwoFactor: pending, sessionEpoch: 3 });
    const { twoFactor: _, pendingTwoFactor: __, ...before } = (await userStored(user)) ?? {};
    expect(await resetTwoFactor(user, noted(user))).toBe(true);
    expect(await userStored(user)).toEqual({ ...before, revision: 2, sessionEpoch: 4 });
    expect(await isNoted(user)).toBe(true);
  });

  it('removes one that waits from a user who has none', async () => {
    const user = await newUser({ pendingTwoFactor: pending });
    expect(await resetTwoFactor(user, [])).toBe(true);
    expect(await userNow(user)).not.toHaveProperty('pendingTwoFactor');
  });

  it.each<[string, Partial<StoredUser>]>([
    ['it was turned on', {}],
    ['it was used', { twoFactor: { ...twoFactor, lastStep: 2 } }],
  ])('does nothing when %s meanwhile', async (_, properties) => {
    const user = await newUser(properties);
    await change(user, { twoFactor });
    const before = await userStored(user);
    expect(await resetTwoFactor(user, noted(user))).toBe(false);
    expect(await userStored(user)).toEqual(before);
    expect(await isNoted(user)).toBe(false);
  });

  it('makes no user of one who is gone', async () => {
    const gone = { ...(await newUser()), id: newId('user') };
    expect(await resetTwoFactor(gone, [])).toBe(false);
    expect(await getUser(gone.id)).toBeUndefined();
  });
});
