import { checkEveryOrganization } from '../../shared/auth/check-every-organization.ts';
import { resetTwoFactor } from '../../shared/contracts/accounts/two-factor.ts';
import { insufficientPermission, notFound } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { resetTwoFactor as storeReset } from '../../shared/store/accounts/sign-in/two-factor.ts';
import { twoFactorNotice } from '../../shared/store/accounts/sign-in/two-factor-notice.ts';
import { getUserIn } from '../../shared/store/accounts/user-changes.ts';

export const handler = endpoint(resetTwoFactor, async ({ params, caller, language, baseUrl }) => {
  await retryOnConflict(async () => {
    const found = await getUserIn(caller.organizationId, params.userId);
    if (!found) throw notFound('User');
    const { user } = found;
    if (user.id === caller.id) {
      throw insufficientPermission(
        'To turn off your own second factor, use POST /auth/two-factor/disable with your password and a code.',
      );
    }
    await checkEveryOrganization(user, caller, ({ role }) => role === 'owner', notOwner);
    if (!user.twoFactor && !user.pendingTwoFactor) return true;
    const notice = await twoFactorNotice(user, 'reset', { ...caller, language, baseUrl }, caller);
    return (await storeReset(user, notice)) || undefined;
  });
});

const notOwner =
  'This user also belongs to an organization that you do not own: only an owner of all of them turns the second factor off.';
