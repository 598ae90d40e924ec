import { getMe } from '../../shared/contracts/accounts/auth.ts';
import { remedyOfFactor } from '../../shared/domain/accounts/entry-policy.ts';
import { sessionExpired } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { membershipsOf } from '../../shared/store/accounts/memberships.ts';
import { getUser, userRecord } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(getMe, async ({ caller }) => {
  const [user, memberships] = await Promise.all([getUser(caller.id), membershipsOf(caller.id)]);
  if (!user) throw sessionExpired();
  const { twoFactor } = user;
  const { provider } = caller.session;
  return {
    user: userRecord(user),
    memberships: memberships.map(({ policy, ...membership }) => ({
      ...membership,
      requires: remedyOfFactor(policy, { provider, hasTwoFactor: twoFactor !== undefined }) ?? null,
    })),
    twoFactor: { enabledAt: twoFactor?.enabledAt ?? null, recoveryCodesLeft: twoFactor?.recoveryCodes.length ?? 0 },
    session: { expiresAt: caller.session.expiresAt },
  };
});
