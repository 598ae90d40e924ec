import { renewRecoveryCodes } from '../../shared/contracts/accounts/two-factor.ts';
import { newRecoveryCodes, withRecoveryCodes } from '../../shared/domain/accounts/two-factor.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { changeSecondFactor } from '../../shared/sign-in/second-factor.ts';
import { twoFactorWrite } from '../../shared/store/accounts/sign-in/two-factor.ts';
import { twoFactorNotice } from '../../shared/store/accounts/sign-in/two-factor-notice.ts';
import { writeIfUnchanged } from '../../shared/store/table.ts';

export const handler = endpoint(renewRecoveryCodes, async ({ body, caller, language, baseUrl }) => {
  const recoveryCodes = newRecoveryCodes();
  await changeSecondFactor(caller, body, async (user, { twoFactor }) => {
    const notice = await twoFactorNotice(user, 'recoveryCodesRenewed', { ...caller, language, baseUrl });
    return writeIfUnchanged([twoFactorWrite(user, withRecoveryCodes(twoFactor, recoveryCodes)), ...notice]);
  });
  return { recoveryCodes };
});
