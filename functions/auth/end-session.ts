import { endSession as contract } from '../../shared/contracts/accounts/sessions.ts';
import { notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { endSessionWrite } from '../../shared/store/accounts/sessions.ts';
import { accountAudits } from '../../shared/store/accounts/sign-in/account-audits.ts';
import { getSessionOf } from '../../shared/store/accounts/sign-in/session-lists.ts';
import { getUser } from '../../shared/store/accounts/users.ts';
import { writeIfUnchanged } from '../../shared/store/table.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  await retryOnConflict(async () => {
    const user = await getUser(caller.id);
    const session = user && (await getSessionOf(user, params.id));
    if (!session) throw notFound('Session');
    const audits = await accountAudits(caller.id, caller, contract.audited);
    return (await writeIfUnchanged([endSessionWrite(session), ...audits])) || undefined;
  });
});
