import { currentSession } from '../../shared/auth/current-session.ts';
import { cancelAddressChange as contract } from '../../shared/contracts/accounts/address-confirmations.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { cancelConfirmation } from '../../shared/store/accounts/links/address-confirmations.ts';
import { accountAudits } from '../../shared/store/accounts/sign-in/account-audits.ts';

export const handler = endpoint(contract, async ({ caller }) => {
  await retryOnConflict(async () => {
    const { user } = await currentSession(caller);
    if (!user.pendingAddress) return true;
    const audits = await accountAudits(user.id, caller, contract.audited);
    return (await cancelConfirmation(user, audits)) || undefined;
  });
});
