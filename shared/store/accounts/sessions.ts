import { hashOfKey } from '../../domain/accounts/api-key.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { clientName } from '../../domain/accounts/client-name.ts';
import type { ProviderOfSession } from '../../domain/accounts/entry-policy.ts';
import { newSessionToken } from '../../domain/accounts/session-token.ts';
import { networkPrefixOf } from '../../domain/traffic/network.ts';
import { dayMs, minuteMs } from '../../durations.ts';
import { newId } from '../../ids.ts';
import { log } from '../../log.ts';
import { allOf, type Expression, expression, ifAbsent, isOr } from '../expression.ts';
import { keyOf, keysOf } from '../keys.ts';
import { getItem, type Item, type TransactItem, updateItem, updateOnce, writeIfUnchanged } from '../table.ts';
import { exists, putWrite, updateWrite } from '../writes.ts';
import type { StoredUser } from './users.ts';

const inactivityMs = dayMs;
/** The longest life of a session in constant use. */
export const lifeMs = 7 * dayMs;

/** How late the last use of a session may be written, so that not every request writes. */
const lateMs = 5 * minuteMs;

/** A session, as stored. Times are in ms since the epoch. */
export type Session = {
  sha256: string;
  userId: string;
  /** The user's `sessionEpoch` at login. The session is over once the user has another. */
  epoch: number;
  createdAt: number;
  lastUsedAt: number;
  endedAt?: number;
  /** The user's first organization, as last seen by the session. */
  organizationId?: string;
  /** The ID that the user sees. Sessions that began before IDs were introduced have none. */
  id?: string;
  /** The part of the login's network address that is stored. */
  network?: string;
  client?: string;
  /** The provider that the session began with, if not a password. */
  provider?: ProviderOfSession;
};

/** A new session and its token, which is not stored. */
export type BegunSession = { token: string; session: Session };

/** The origin of a login. */
export type Origin = Pick<Caller, 'sourceIp' | 'userAgent' | 'provider'>;

/**
 * Returns when a session ends if it is not used: after 24 hours of inactivity, and 7 days after login at the latest.
 */
export const endOf = ({ createdAt, lastUsedAt }: Session): number =>
  Math.min(lastUsedAt + inactivityMs, createdAt + lifeMs);

/**
 * Stores a new session of the user. Only the result has the token.
 *
 * @param also more writes for the same transaction
 * @returns undefined when a condition of `also` fails
 */
export async function startSession(
  user: StoredUser,
  { sourceIp, userAgent, provider }: Origin,
  also: readonly TransactItem[] = [],
): Promise<BegunSession | undefined> {
  const token = newSessionToken();
  const now = Date.now();
  const [id, sha256] = [newId('session'), hashOfKey(token)];
  const attributes = {
    ...{ id, userId: user.id, epoch: user.sessionEpoch ?? 0, createdAt: now, lastUsedAt: now },
    network: sourceIp && networkPrefixOf(sourceIp),
    client: clientName(userAgent),
    provider,
  };
  // Stored a day longer than it lives, so its holder can be told that it has ended.
  const ttl = Math.ceil((now + lifeMs + dayMs) / 1000);
  const keys = keysOf('session', { sha256, user: user.id, session: id });
  const written = await writeIfUnchanged([putWrite({ ...keys, ...attributes, ttl }), ...also]);
  return written ? { token, session: { ...attributes, sha256 } } : undefined;
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
 * Records that the session is in use, and its user's first organization if that has changed. Usually it writes nothing.
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
  // Answering the request matters more than extending its session.
  const note = updateItem(keyOf('session', { sha256: session.sha256 }), {
    set: { lastUsedAt: now, ...(!known && { organizationId }) },
    if: exists,
  });
  await note.catch(error => log.warn('the last use of a session was not stored', error));
  return { ...session, lastUsedAt: now };
}

/** Ends a session. Its item stays, so its holder can be told. */
export async function endSession(sha256: string): Promise<void> {
  await updateOnce(keyOf('session', { sha256 }), { set: { endedAt: ifAbsent('endedAt', Date.now()) } });
}

/** Returns the write that ends a session. It fails when the session has already ended. */
export const endSessionWrite = ({ sha256 }: Session): TransactItem =>
  updateWrite(keyOf('session', { sha256 }), {
    set: { endedAt: Date.now() },
    if: allOf(exists, isNotEnded),
  });

const isNotEnded = expression`attribute_not_exists(endedAt)`;

/**
 * Ends every other session of the user. Returns false when the session has changed since it was read.
 *
 * @param also more writes for the same transaction
 */
export const endOtherSessions = (session: Session, also: readonly TransactItem[]): Promise<boolean> =>
  writeIfUnchanged([
    updateWrite(keyOf('user', { user: session.userId }), { add: { sessionEpoch: 1 }, if: isOfEpoch(session) }),
    keepSessionWrite(session),
    ...also,
  ]);

/** True when the user's epoch is that of this session. */
export const isOfEpoch = ({ epoch }: Pick<Session, 'epoch'>): Expression =>
  allOf(exists, isOr('sessionEpoch', epoch, 0));

/** Returns the write that keeps a session alive when its user's epoch increases. */
export const keepSessionWrite = ({ sha256, epoch }: Session): TransactItem =>
  updateWrite(keyOf('session', { sha256 }), {
    set: { epoch: epoch + 1 },
    if: allOf(expression`epoch = ${epoch}`, isNotEnded),
  });
