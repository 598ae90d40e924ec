import { isIdOf } from '../../../ids.ts';
import { partitionOf, partsOf } from '../../keys.ts';
import { queryPage, type Span } from '../../query.ts';
import { batchGet, type Item } from '../../table.ts';
import { wholeSpan } from '../../timeline.ts';
import { endOf, isOver, type Session } from '../sessions.ts';
import type { StoredUser } from '../users.ts';

const listedMax = 1000;

/** A session with an ID, which older sessions lack. */
type ListedSession = Session & { id: string };

/** Returns a session as its user sees it. */
export function sessionRecord(session: ListedSession, current: string | undefined) {
  const { id, createdAt, lastUsedAt, network, client } = session;
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ id, current: id === current, createdAt: time(createdAt), lastUsedAt: time(lastUsedAt) },
    ...{ expiresAt: time(endOf(session)), network: network ?? null, client: client ?? null },
  };
}

/** Returns a user's active sessions, only the newest if there are many. */
export const sessionsOf = (user: StoredUser): Promise<ListedSession[]> => sessionsIn(user, wholeSpan);

/** Returns a user's active session, or undefined when there is none with this ID. */
export async function getSessionOf(user: StoredUser, id: string): Promise<ListedSession | undefined> {
  return isIdOf('session', id) ? (await sessionsIn(user, { low: id, high: id }))[0] : undefined;
}

async function sessionsIn(user: StoredUser, span: Span): Promise<ListedSession[]> {
  const partition = partitionOf('session', 'gsi1pk', { user: user.id });
  const { items: rows } = await queryPage({ index: 'lists', partition, span, order: 'desc' }, listedMax);
  const now = Date.now();
  const keys = rows.map(({ pk, sk }) => ({ pk, sk }));
  return (await batchGet(keys)).map(sessionOfItem).filter(session => !isOver(session, user, now));
}

const sessionOfItem = (item: Item): ListedSession => ({
  ...(item as Item & ListedSession),
  sha256: partsOf('session', 'pk', item.pk)?.sha256 ?? '',
});
