import { acceptInvitation } from '../../shared/contracts/accounts/invitations.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import { validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { type Accepting, joinAsUser, joinWithNewAccount } from '../../shared/sign-in/accept-invitation.ts';
import { validInvitation } from '../../shared/sign-in/valid-invitation.ts';
import { memberRecord } from '../../shared/store/accounts/members.ts';

export const handler = endpoint(acceptInvitation, async ({ params, body, caller, sourceIp, userAgent }) => {
  const faults = faultsOfAccount(body);
  if (faults.length > 0) throw validationFailed(faults);
  const { token } = params;
  const accepting: Accepting = { ...body, token, sourceIp, userAgent, action: acceptInvitation.audited };
  return retryOnConflict(async () => {
    const { invitation } = await validInvitation(token);
    const joined = await (caller
      ? joinAsUser(caller, invitation, accepting)
      : joinWithNewAccount(invitation, accepting));
    return joined && memberRecord(joined.member, joined.user);
  });
});
