import { currentSession } from '../../shared/auth/current-session.ts';
import { openSecret } from '../../shared/aws/secrets.ts';
import { enableTwoFactor } from '../../shared/contracts/accounts/two-factor.ts';
import type { UserCaller } from '../../shared/domain/accounts/caller.ts';
import { stepOfCode } from '../../shared/domain/accounts/totp.ts';
import { newRecoveryCodes, newTwoFactor } from '../../shared/domain/accounts/two-factor.ts';
import { conflict } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { attemptCode } from '../../shared/sign-in/second-factor.ts';
import { enableTwoFactor as storeTwoFactor } from '../../shared/store/accounts/sign-in/two-factor.ts';
import { twoFactorNotice } from '../../shared/store/accounts/sign-in/two-factor-notice.ts';
import type { StoredUser } from '../../shared/store/accounts/users.ts';
import type { MailStyle } from '../../shared/store/mails/mail-items.ts';

export const handler = endpoint(enableTwoFactor, async ({ body, caller, language, baseUrl }) => {
  const { user } = await pendingUser(caller);
  return attemptCode(user, caller, () => enable(caller, body.code, { language, baseUrl }));
});

async function enable(caller: UserCaller, code: string, style: MailStyle) {
  const { user, session, sealed } = await pendingUser(caller);
  const now = Date.now();
  const secret = await openSecret(sealed, { userId: user.id });
  const step = stepOfCode(secret, code, { now, last: 0 });
  if (step === undefined) return false;
  const recoveryCodes = newRecoveryCodes();
  const twoFactor = newTwoFactor({ sealed, lastStep: step, recoveryCodes, now });
  const notice = await twoFactorNotice(user, 'enabled', { ...caller, ...style });
  return (await storeTwoFactor(user, session, twoFactor, notice)) ? { recoveryCodes } : undefined;
}

/** Returns the session's user, whose authenticator isn't confirmed yet. */
async function pendingUser(caller: UserCaller) {
  const { user, session } = await currentSession(caller);
  return { user, session, sealed: sealedIn(user) };
}

function sealedIn({ pendingTwoFactor: pending }: StoredUser): string {
  if (pending && pending.expiresAt > Date.now()) return pending.sealed;
  throw conflict(
    'No authenticator is waiting for confirmation. Get a secret with POST /auth/two-factor; it is valid for 15 minutes.',
  );
}
