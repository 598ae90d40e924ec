import { currentSession } from '../../shared/auth/current-session.ts';
import { requestAddressConfirmation as contract } from '../../shared/contracts/accounts/address-confirmations.ts';
import { sendsMail } from '../../shared/env.ts';
import { conflict } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { newPendingAddress, requestConfirmation } from '../../shared/store/accounts/links/address-confirmations.ts';
import { openAddress, type StoredUser } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(contract, async ({ caller, baseUrl, language }) => {
  if (!sendsMail()) {
    throw conflict(
      'This deployment does not send email, so no address can be confirmed. Ask its operator to set MAIL_FROM.',
    );
  }
  return retryOnConflict(async () => {
    const { user } = await currentSession(caller);
    const pending = newPendingAddress(emailToConfirm(user));
    const requested = await requestConfirmation(user, pending, { baseUrl, language });
    return requested ? { email: pending.email, expiresAt: new Date(pending.expiresAt).toISOString() } : undefined;
  });
});

function emailToConfirm(user: StoredUser): string {
  const pending = openAddress(user);
  if (pending) return pending.email;
  if (user.addressUnproved) return user.email;
  throw conflict('There is nothing to confirm: change your address with PUT /users/{userId}.');
}
