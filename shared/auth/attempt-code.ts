import type { Caller } from '../domain/accounts/caller.ts';
import { rateLimited, validationFailed } from '../errors.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { noteOnAccount } from '../store/accounts/links/account-notes.ts';
import { countCodeAttempt, forgiveCodeAttempts } from '../store/accounts/login-failures.ts';
import type { StoredUser } from '../store/accounts/users.ts';

/**
 * Looks at a code that somebody sends for an account. It counts as a failure unless it is right; how many do is not told apart by
 * where they come from. Throws the 429 that says how long to wait, and the 400 of a wrong code.
 *
 * @param use gives false when the code is wrong, undefined when somebody else came first: then it is asked again
 */
export async function attemptCode<T>(
  { id, email }: Pick<StoredUser, 'id' | 'email'>,
  from: Pick<Caller, 'sourceIp' | 'userAgent'>,
  use: () => Promise<T | false | undefined>,
): Promise<T> {
  const wait = await countCodeAttempt(id);
  if (wait !== undefined) {
    throw rateLimited(`There were too many attempts with a wrong code. Try again in ${wait} seconds.`, wait);
  }
  const used = await retryOnConflict(use);
  if (used === false) {
    await noteOnAccount('user.code_failed', email, from);
    const message = 'is wrong or was used already: send the one that the app shows now, or a recovery code';
    throw validationFailed([{ field: 'code', rule: 'match', message }]);
  }
  await forgiveCodeAttempts(id);
  return used;
}
