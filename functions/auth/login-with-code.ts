import { loginWithCode as contract } from '../../shared/contracts/accounts/two-factor.ts';
import { unauthorized } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { beginSession } from '../../shared/sign-in/begin-session.ts';
import { checkOrigin, loginReply } from '../../shared/sign-in/login-reply.ts';
import { attemptCode, usedCode } from '../../shared/sign-in/second-factor.ts';
import type { Origin } from '../../shared/store/accounts/sessions.ts';
import {
  type FoundLogin,
  pendingLoginWith,
  usePendingLoginWrite,
} from '../../shared/store/accounts/sign-in/pending-logins.ts';
import { twoFactorWrite } from '../../shared/store/accounts/sign-in/two-factor.ts';
import { twoFactorNotice } from '../../shared/store/accounts/sign-in/two-factor-notice.ts';
import type { MailStyle } from '../../shared/store/mails/mail-items.ts';

export const handler = endpoint(contract, async ({ body, headers, sourceIp, userAgent, language, baseUrl }) => {
  const { loginToken, code, cookie } = body;
  checkOrigin(cookie, headers);
  const from = { sourceIp, userAgent, language, baseUrl };
  const { user } = await foundLogin(loginToken);
  return attemptCode(user, from, async () => beginWithCode(await foundLogin(loginToken), { code, cookie, from }));
});

async function foundLogin(token: string): Promise<FoundLogin> {
  const found = await pendingLoginWith(token);
  if (found?.user.twoFactor) return found;
  throw unauthorized(
    'the loginToken is unknown, was used, or has expired after 5 minutes. Start again with POST /auth/login.',
  );
}

/** Begins the session. The same transaction ends the pending login and records that the code was used. */
async function beginWithCode(
  found: FoundLogin,
  { code, cookie, from }: { code: string; cookie: boolean; from: Origin & MailStyle },
) {
  const { user } = found;
  const used = await usedCode(user, code);
  if (!used) return false;
  const told = used.isRecovery ? await twoFactorNotice(user, 'recoveryCodeUsed', from) : [];
  const also = [usePendingLoginWrite(found), twoFactorWrite(user, used.twoFactor), ...told];
  const begun = await beginSession(user, { action: contract.audited, from, also });
  return begun && loginReply(begun, user, cookie);
}
