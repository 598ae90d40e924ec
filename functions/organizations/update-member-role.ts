import { namedOrganization } from '../../shared/auth/named-organization.ts';
import { updateMemberRole as contract } from '../../shared/contracts/accounts/organizations.ts';
import type { Role } from '../../shared/contracts/contract.ts';
import { type Actor, whyNotChangeRole } from '../../shared/domain/accounts/memberships.ts';
import { insufficientPermission, lastOwner, notFound } from '../../shared/errors.ts';
import { applyPatch } from '../../shared/http/apply-patch.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { changeRole, isLastOwner, type MemberUser, memberRecord } from '../../shared/store/accounts/members.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(contract, async ({ params, body, caller }) =>
  retryOnConflict(async () => {
    const { organization, actor, caller: here } = await namedOrganization(caller, params.orgId);
    const found = await getUserIn(organization.id, params.userId);
    if (!found) throw notFound('Member');
    const { user, member } = found;
    const record = memberRecord(member, user);
    const role = applyPatch(contract, record, body)?.role ?? member.role;
    await checkRoleChange(actor, found, role);
    if (member.role === role) return record;
    const changed = await changeRole(found, role, { caller: here, action: contract.audited });
    return changed ? memberRecord({ ...member, role }, user) : undefined;
  }),
);

async function checkRoleChange(actor: Actor, found: MemberUser, role: Role): Promise<void> {
  const { member } = found;
  const reason = whyNotChangeRole(actor, member, role);
  if (reason) throw insufficientPermission(reason);
  if (member.role !== role && (await isLastOwner(found))) throw lastOwner();
}
