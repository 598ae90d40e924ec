import { logout } from '../../shared/contracts/accounts/auth.ts';
import { sessionCookie, tokenInCookie } from '../../shared/domain/accounts/session-cookie.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { headersOf } from '../../shared/http/read-request.ts';
import { Reply } from '../../shared/http/reply.ts';
import { endSession } from '../../shared/store/accounts/sessions.ts';

export const handler = endpoint(logout, async ({ caller, event }) => {
  await endSession(caller.session.sha256);
  const headers = headersOf(event);
  const wasInCookie = headers.authorization === undefined && tokenInCookie(headers) !== undefined;
  return new Reply(undefined, { headers: wasInCookie ? { 'set-cookie': sessionCookie('', 0) } : {} });
});
