import { hashOfKey } from '../../domain/accounts/api-key.ts';
import { newSessionToken } from '../../domain/accounts/session-token.ts';
import { dayMs, minuteMs } from '../../durations.ts';
import { log } from '../../log.ts';
import { ifAbsent } from '../expression.ts';
import { keyOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, updateItem, updateOnce, writeIfUnchanged } from '../table.ts';
import { exists, putWrite } from '../writes.ts';
import type { StoredUser } from './users.ts';

const inactivityMs = dayMs;
/** How long a session lives that is always in use. */
export const lifeMs = 7 * dayMs;

/** How long the last use of a session may be written late: not every request is to write. */
const lateMs = 5 * minuteMs;

/** A session as the table has it. Times: ms since the epoch. */
export type Session = {
  sha256: string;
  userId: string;
  /** The user's `sessionEpoch` at login: with another one the session is over. */
  epoch: number;
  createdAt: number;
  lastUsedAt: number;
  endedAt?: number;
  /** The user's first organization, as the session last found it. */
  organizationId?: string;
};

/** A session that has begun, and its token, which is stored nowhere. */
export type BegunSession = { token: string; session: Session };

/** When a session ends if it is not used: after 24 hours of inactivity, and 7 days after login at the latest. */
export const endOf = ({ createdAt, lastUsedAt }: Session): number =>
  Math.min(lastUsedAt + inactivityMs, createdAt + lifeMs);

/**
 * Stores a new session of the user. The token is in the answer and nowhere else.
 *
 * @param also written in the same transaction
 */
export async function startSession(user: StoredUser, also: readonly TransactItem[] = []): Promise<BegunSession> {
  const token = newSessionToken();
  const now = Date.now();
  const session = {
    sha256: hashOfKey(token),
    userId: user.id,
    epoch: user.sessionEpoch ?? 0,
    createdAt: now,
    lastUsedAt: now,
  };
  const { sha256, ...attributes } = session;
  // A day longer than it lives: until then its holder is told that it has ended.
  const ttl = Math.ceil((now + lifeMs + dayMs) / 1000);
  const item = putWrite({ ...keyOf('session', { sha256 }), ...attributes, ttl });
  if (!(await writeIfUnchanged([item, ...also]))) throw new Error('A new session was not stored');
  return { token, session };
}

export async function getSession(sha256: string): Promise<Session | undefined> {
  const item = await getItem(keyOf('session', { sha256 }));
  return item && ({ ...(item as Item & Session), sha256 } satisfies Session);
}

export const isOver = (session: Session, user: StoredUser | undefined, now: number): boolean =>
  session.endedAt !== undefined ||
  endOf(session) <= now ||
  user?.status !== 'active' ||
  (user.sessionEpoch ?? 0) !== session.epoch;

/**
 * Notes that the session is in use, and its user's first organization where that is news; mostly it writes nothing.
 *
 * @returns the session as it is now
 */
export async function touchSession(
  session: Session,
  organizationId: string | undefined,
  now: number,
): Promise<Session> {
  const known = organizationId === undefined || organizationId === session.organizationId;
  if (known && now - session.lastUsedAt < lateMs) return session;
  // The request matters more than that its session is prolonged.
  const note = updateItem(keyOf('session', { sha256: session.sha256 }), {
    set: { lastUsedAt: now, ...(!known && { organizationId }) },
    if: exists,
  });
  await note.catch(error => log.warn('the last use of a session was not stored', error));
  return { ...session, lastUsedAt: now };
}

/** Ends a session. Its item stays, so that its holder is told so. */
export async function endSession(sha256: string): Promise<void> {
  await updateOnce(keyOf('session', { sha256 }), { set: { endedAt: ifAbsent('endedAt', Date.now()) } });
}
