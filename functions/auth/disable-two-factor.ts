import { disableTwoFactor } from '../../shared/contracts/accounts/two-factor.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { changeSecondFactor } from '../../shared/sign-in/second-factor.ts';
import { twoFactorWrite } from '../../shared/store/accounts/sign-in/two-factor.ts';
import { twoFactorNotice } from '../../shared/store/accounts/sign-in/two-factor-notice.ts';
import { writeIfUnchanged } from '../../shared/store/table.ts';

export const handler = endpoint(disableTwoFactor, ({ body, caller, language, baseUrl }) =>
  changeSecondFactor(caller, body, async user => {
    const notice = await twoFactorNotice(user, 'disabled', { ...caller, language, baseUrl });
    return writeIfUnchanged([twoFactorWrite(user, undefined), ...notice]);
  }),
);
