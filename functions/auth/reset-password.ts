import { resetPassword as contract } from '../../shared/contracts/accounts/password-resets.ts';
import { faultsOfAccount } from '../../shared/domain/accounts/account.ts';
import { notFound, validationFailed } from '../../shared/errors.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { retryOnConflict } from '../../shared/retry-on-conflict.ts';
import { hashPassword } from '../../shared/sign-in/password.ts';
import { passwordResetWith, resetPassword } from '../../shared/store/accounts/links/password-resets.ts';

export const handler = endpoint(contract, async ({ params, body, sourceIp, userAgent, baseUrl, language }) => {
  const faults = faultsOfAccount(body);
  if (faults.length > 0) throw validationFailed(faults);
  await retryOnConflict(async () => {
    const found = await passwordResetWith(params.token);
    if (!found) throw notFound('Password reset');
    const passwordHash = await hashPassword(body.password);
    const audited = { caller: { sourceIp, userAgent }, action: contract.audited, style: { baseUrl, language } };
    return (await resetPassword(found, passwordHash, audited)) || undefined;
  });
});
