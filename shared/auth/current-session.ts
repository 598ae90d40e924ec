import type { UserCaller } from '../domain/accounts/caller.ts';
import { sessionExpired } from '../errors.ts';
import { getSession, isOver, type Session } from '../store/accounts/sessions.ts';
import { getUser, type StoredUser } from '../store/accounts/users.ts';

/** Reads the caller's session and user again. Throws 401 if the session ended meanwhile. */
export async function currentSession({
  id,
  session: { sha256 },
}: UserCaller): Promise<{ user: StoredUser; session: Session }> {
  const [user, session] = await Promise.all([getUser(id), getSession(sha256)]);
  if (!user || !session || isOver(session, user, Date.now())) throw sessionExpired();
  return { user, session };
}
