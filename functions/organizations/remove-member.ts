import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { removeMember as contract } from '../../shared/contracts/accounts/organizations.ts';
import { whyNotRemove } from '../../shared/domain/accounts/memberships.ts';
import { insufficientPermission, lastOwner, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { isLastOwner, removeMember } from '../../shared/store/accounts/members.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let existed = false;
  await retryOnConflict(async () => {
    const { organization, actor, caller: here } = await namedOrganization(caller, params.orgId);
    const found = await getUserIn(organization.id, params.userId);
    if (!found && !existed) throw notFound('Member');
    if (!found) return true;
    existed = true;
    const reason = whyNotRemove(actor, found.member);
    if (reason) throw insufficientPermission(reason);
    if (await isLastOwner(found)) throw lastOwner();
    return (await removeMember(found, { caller: here, action: contract.audited })) || undefined;
  });
});
