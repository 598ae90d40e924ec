import { openSecret } from '../aws/secrets.ts';
import type { Caller, UserCaller } from '../domain/accounts/caller.ts';
import { type UsedCode, useCode } from '../domain/accounts/two-factor.ts';
import { conflict, rateLimited, sessionExpired, validationFailed } from '../errors.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { noteOnAccount } from '../store/accounts/links/account-notes.ts';
import { countCodeAttempt, forgiveCodeAttempts } from '../store/accounts/login-failures.ts';
import { getUser, type StoredUser } from '../store/accounts/users.ts';
import { faultsOfCurrentPassword } from './attempt-password.ts';

/**
 * Checks a code for an account. Wrong codes are counted across all addresses. Throws 429 with the time to wait, or 400
 * for a wrong code.
 *
 * @param use returns false for a wrong code, or undefined to be called again because another request came first
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
    const message = 'is wrong or was already used: send the code that the app shows now, or a recovery code';
    throw validationFailed([{ field: 'code', rule: 'match', message }]);
  }
  await forgiveCodeAttempts(id);
  return used;
}

/**
 * Returns the second factor after using a code. Returns undefined if the code is wrong or used, or the user has none.
 */
export async function usedCode({ id, twoFactor }: StoredUser, code: string): Promise<UsedCode | undefined> {
  if (!twoFactor) return undefined;
  const open = () => openSecret(twoFactor.sealed, { userId: id });
  return useCode(twoFactor, code, { now: Date.now(), open });
}

/** Returns the session's user after checking the password, which confirms a change of the account. */
export async function confirmedUser(caller: UserCaller, currentPassword: string): Promise<StoredUser> {
  const user = await getUser(caller.id);
  if (!user) throw sessionExpired();
  if (user.passwordHash === undefined) {
    throw conflict('Your account has no password: you sign in by a provider, which asks for a second factor itself.');
  }
  const faults = await faultsOfCurrentPassword(user, currentPassword, caller);
  if (faults.length > 0) throw validationFailed(faults);
  return user;
}

/**
 * Changes the second factor of the session's user, who confirms it with the password and a code.
 *
 * @param write writes the change and that the code was used, or returns false if the user has changed since it was read
 */
export async function changeSecondFactor(
  caller: UserCaller,
  { currentPassword, code }: { currentPassword: string; code: string },
  write: (user: StoredUser, used: UsedCode) => Promise<boolean>,
): Promise<void> {
  const confirmed = await confirmedUser(caller, currentPassword);
  if (!confirmed.twoFactor) throw conflict('Two-factor sign-in is not on: turn it on with POST /auth/two-factor.');
  await attemptCode(confirmed, caller, async () => {
    const user = await getUser(caller.id);
    const used = user && (await usedCode(user, code));
    return used ? (await write(user, used)) || undefined : false;
  });
}
