import { listSessions } from '../../shared/contracts/accounts/sessions.ts';
import { sessionExpired } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageOfIds } from '../../shared/http/lists/id-page.ts';
import { sessionRecord, sessionsOf } from '../../shared/store/accounts/sign-in/session-lists.ts';
import { getUser } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(listSessions, async ({ query, caller }) => {
  const user = await getUser(caller.id);
  if (!user) throw sessionExpired();
  const sessions = new Map((await sessionsOf(user)).map(session => [session.id, session]));
  return pageOfIds([...sessions.keys()], query, async page =>
    page.flatMap(id => sessions.get(id) ?? []).map(session => sessionRecord(session, caller.session.id)),
  );
});
