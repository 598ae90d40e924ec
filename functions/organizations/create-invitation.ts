import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { createInvitation as contract } from '../../shared/contracts/accounts/invitations.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import { whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { alreadyMember, insufficientPermission, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { invite } from '../../shared/sign-in/invite.ts';
import { memberWithEmail } from '../../shared/store/accounts/memberships.ts';

export const handler = endpoint(contract, async ({ params, body, caller, baseUrl, language }) =>
  retryOnConflict(async () => {
    const named = await namedOrganization(caller, params.orgId);
    const reason = whyNotManage(named.actor, body.role);
    if (reason) throw insufficientPermission(reason);
    const faults = faultsOfAccount({ email: body.email });
    if (faults.length > 0) throw validationFailed(faults);
    if (await memberWithEmail(named.organization.id, body.email)) throw alreadyMember();
    return invite(named, body, { caller, baseUrl, language });
  }),
);
