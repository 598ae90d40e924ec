import { checkEveryOrganization } from '../../shared/auth/check-every-organization.ts';
import { createPasswordReset as contract } from '../../shared/contracts/accounts/password-resets.ts';
import type { Role } from '../../shared/contracts/contract.ts';
import { accountLink } from '../../shared/domain/accounts/account-link.ts';
import { type Actor, actorOf, whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { conflict, insufficientPermission, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { createPasswordReset } from '../../shared/store/accounts/links/password-resets.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(contract, async ({ params, caller, baseUrl }) =>
  retryOnConflict(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const reason = whyNotManage(actorOf(caller), found.member.role);
    if (reason) throw insufficientPermission(reason);
    const manages = (actor: Actor, role: Role) => whyNotManage(actor, role) === undefined;
    await checkEveryOrganization(found.user, caller, manages, notAdministered);
    if (found.user.status !== 'active') throw conflict('This user is disabled: enable the user first.');
    const made = await createPasswordReset(found.user, { caller, action: contract.audited });
    if (!made) return undefined;
    const url = accountLink(baseUrl, `/password-resets/${made.token}`);
    return { expiresAt: new Date(made.expiresAt).toISOString(), url };
  }),
);

const notAdministered =
  'This user also belongs to an organization that you do not administer: only they can ask for a new password.';
