import { rolesOf } from '../../shared/auth/roles-of.ts';
import { createPasswordReset as contract } from '../../shared/contracts/accounts/password-resets.ts';
import { accountLink } from '../../shared/domain/accounts/account-link.ts';
import type { Caller } from '../../shared/domain/accounts/caller.ts';
import { actorOf, whyNotManage } from '../../shared/domain/accounts/memberships.ts';
import { conflict, insufficientPermission, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { createPasswordReset } from '../../shared/store/accounts/links/password-resets.ts';
import { membershipsOf } from '../../shared/store/accounts/memberships.ts';
import { type ChangingUser, getUserIn, membershipCount } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(contract, async ({ params, caller, baseUrl }) =>
  retryOnConflict(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const reason = whyNotManage(actorOf(caller), found.member.role);
    if (reason) throw insufficientPermission(reason);
    await checkEveryOrganization(found.user, caller);
    if (found.user.status !== 'active') throw conflict('This user is disabled: enable the user first.');
    const made = await createPasswordReset(found.user, { caller, action: contract.audited });
    if (!made) return undefined;
    const url = accountLink(baseUrl, `/password-resets/${made.token}`);
    return { expiresAt: new Date(made.expiresAt).toISOString(), url };
  }),
);

/** Whoever could set a password for a user of two organizations would have access to the other one. */
async function checkEveryOrganization(user: ChangingUser, caller: Caller): Promise<void> {
  const [memberships, roles] = await Promise.all([membershipsOf(user.id), rolesOf(caller)]);
  const managed = memberships.filter(({ organizationId, role }) => {
    const theirs = roles.get(organizationId);
    return theirs && whyNotManage(actorOf({ ...caller, role: theirs }), role) === undefined;
  });
  // The user counts its memberships, of which the list may not know the latest.
  if (managed.length < membershipCount(user)) {
    throw insufficientPermission(
      'This user also belongs to an organization that you do not administer: only they can ask for a new password.',
    );
  }
}
