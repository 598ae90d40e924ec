import { requestPasswordReset } from '../../shared/contracts/accounts/password-resets.ts';
import { sendsMail } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { noteOnAccount } from '../../shared/store/accounts/links/account-notes.ts';
import { requestMail } from '../../shared/store/mails/mail-items.ts';

/** Does the same for every address. The job that sends the link looks for the account. */
export const handler = endpoint(
  requestPasswordReset,
  async ({ body: { email }, sourceIp, userAgent, baseUrl, language }) => {
    await Promise.all([
      noteOnAccount('user.password_reset_requested', email, { sourceIp, userAgent }),
      requestMail({ kind: 'passwordReset', email }, { baseUrl, language }),
    ]);
    return { mailed: sendsMail() };
  },
);
