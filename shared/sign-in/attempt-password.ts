import type { Caller } from '../domain/accounts/caller.ts';
import { rateLimited } from '../errors.ts';
import type { Fault } from '../fault.ts';
import { noteOnAccount } from '../store/accounts/links/account-notes.ts';
import { countAttempt, forgiveAttempt } from '../store/accounts/login-failures.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import { verifyPassword } from './password.ts';

/**
 * Checks a password as an attempt to log in, which counts as failed unless the check returns a value. Throws 429 with the
 * time to wait.
 *
 * @param email the address of the account, which need not exist
 */
export async function attemptPassword<T>(
  email: string,
  from: Pick<Caller, 'sourceIp' | 'userAgent'>,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const attempt = await countAttempt(email, from.sourceIp);
  if (typeof attempt === 'number') {
    throw rateLimited(`There were too many attempts with a wrong password. Try again in ${attempt} seconds.`, attempt);
  }
  const passed = await check();
  if (passed === undefined) await noteOnAccount('user.login_failed', email, from);
  else await forgiveAttempt(attempt);
  return passed;
}

/** Returns the fault of the password that confirms a change of the account. A wrong one counts as a failed login. */
export async function faultsOfCurrentPassword(
  user: StoredUser,
  currentPassword: string,
  from: Pick<Caller, 'sourceIp' | 'userAgent'>,
): Promise<Fault[]> {
  const passed = await attemptPassword(user.email, from, async () => {
    const { matches } = await verifyPassword(currentPassword, user.passwordHash);
    return matches || undefined;
  });
  return passed ? [] : [{ field: 'currentPassword', rule: 'match', message: 'is not your current password' }];
}
