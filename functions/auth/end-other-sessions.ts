import { endOtherSessions as contract } from '../../shared/contracts/accounts/sessions.ts';
import { sessionExpired } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { endOtherSessions, getSession, isOver } from '../../shared/store/accounts/sessions.ts';
import { accountAudits } from '../../shared/store/accounts/sign-in/account-audits.ts';
import { getUser } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(contract, async ({ caller }) => {
  await retryOnConflict(async () => {
    // Another session may have asked the same, and ended this one.
    const [session, user] = await Promise.all([getSession(caller.session.sha256), getUser(caller.id)]);
    if (!session || isOver(session, user, Date.now())) throw sessionExpired();
    const audits = await accountAudits(caller.id, caller, contract.audited);
    return (await endOtherSessions(session, audits)) || undefined;
  });
});
