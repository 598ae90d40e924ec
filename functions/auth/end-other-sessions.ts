import { currentSession } from '../../shared/auth/current-session.ts';
import { endOtherSessions as contract } from '../../shared/contracts/accounts/sessions.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { endOtherSessions } from '../../shared/store/accounts/sessions.ts';
import { accountAudits } from '../../shared/store/accounts/sign-in/account-audits.ts';

export const handler = endpoint(contract, async ({ caller }) => {
  await retryOnConflict(async () => {
    const { session } = await currentSession(caller);
    const audits = await accountAudits(caller.id, caller, contract.audited);
    return (await endOtherSessions(session, audits)) || undefined;
  });
});
