import { deleteUser as contract } from '../../shared/contracts/accounts/users.ts';
import { actorOf, whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { insufficientPermission, lastOwner, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { isLastOwner } from '../../shared/store/accounts/members.ts';
import { deleteUser, getUserIn } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(contract, async ({ params, caller }) => {
  let existed = false;
  await retryOnConflict(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found && !existed) throw notFound('User');
    if (!found) return true;
    existed = true;
    const reason = whyNotManage(actorOf(caller), found.member.role);
    if (reason) throw insufficientPermission(reason);
    if (await isLastOwner(found)) throw lastOwner();
    return (await deleteUser(found, { caller, action: contract.audited })) || undefined;
  });
});
