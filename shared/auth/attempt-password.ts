import type { Caller } from '../domain/accounts/caller.ts';
import { rateLimited } from '../errors.ts';
import { noteOnAccount } from '../store/accounts/links/account-notes.ts';
import { countAttempt, forgiveAttempt } from '../store/accounts/login-failures.ts';

/**
 * Looks at a password that somebody sends for an account, as an attempt to log in: it counts as a failure unless the check
 * gives something. Throws the 429 that says how long to wait.
 *
 * @param email of the account, whether there is one or not
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
