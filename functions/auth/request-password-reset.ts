import { requestPasswordReset } from '../../shared/contracts/accounts/password-resets.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { noteOnAccount } from '../../shared/store/accounts/links/account-notes.ts';

export const handler = endpoint(requestPasswordReset, ({ body, sourceIp, userAgent }) =>
  noteOnAccount('user.password_reset_requested', body.email, { sourceIp, userAgent }),
);
