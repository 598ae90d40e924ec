import { sealSecret } from '../../shared/aws/secrets.ts';
import { beginTwoFactor } from '../../shared/contracts/accounts/two-factor.ts';
import { newTotpSecret, otpauthUrl } from '../../shared/domain/accounts/totp.ts';
import { conflict, sessionExpired } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { confirmedUser } from '../../shared/sign-in/second-factor.ts';
import { beginEnrolment } from '../../shared/store/accounts/sign-in/two-factor.ts';
import { getUser } from '../../shared/store/accounts/users.ts';

export const handler = endpoint(beginTwoFactor, async ({ body, caller }) => {
  const user = await confirmedUser(caller, body.currentPassword);
  const secret = newTotpSecret();
  const expiresAt = await beginEnrolment(user, caller.session, await sealSecret(secret, { userId: user.id }));
  if (expiresAt === undefined) {
    if ((await getUser(user.id))?.sessionEpoch !== user.sessionEpoch) throw sessionExpired();
    throw conflict('Two-factor sign-in is on already: to use another authenticator, turn it off first.');
  }
  return { secret, url: otpauthUrl(secret, user.email), expiresAt: new Date(expiresAt).toISOString() };
});
