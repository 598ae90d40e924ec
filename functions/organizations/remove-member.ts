import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { removeMember as contract } from '../../shared/contracts/accounts/organizations.ts';
import { whyNotRemove } from '../../shared/domain/accounts/memberships.ts';
import { insufficientPermission, lastOwner, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { getMember, isLastOwner, removeMember } from '../../shared/store/accounts/members.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let existed = false;
  await retryOnConflict(async () => {
    const { organization, actor, caller: here } = await namedOrganization(caller, params.orgId);
    const member = await getMember(organization.id, params.userId);
    if (!member && !existed) throw notFound('Member');
    if (!member) return true;
    existed = true;
    const reason = whyNotRemove(actor, member);
    if (reason) throw insufficientPermission(reason);
    if (await isLastOwner(member)) throw lastOwner();
    return (await removeMember(member, { caller: here, action: contract.audited })) || undefined;
  });
});
