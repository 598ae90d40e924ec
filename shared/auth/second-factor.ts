import { openSecret } from '../aws/secrets.ts';
import type { UserCaller } from '../domain/accounts/caller.ts';
import { type UsedCode, useCode } from '../domain/accounts/two-factor.ts';
import { conflict, sessionExpired, validationFailed } from '../errors.ts';
import { getUser, type StoredUser } from '../store/accounts/users.ts';
import { attemptCode } from './attempt-code.ts';
import { faultsOfCurrentPassword } from './attempt-password.ts';

/** What using a code leaves of a user's second factor; undefined when the code is wrong or was used, or the user has none. */
export async function usedCode({ id, twoFactor }: StoredUser, code: string): Promise<UsedCode | undefined> {
  if (!twoFactor) return undefined;
  const open = () => openSecret(twoFactor.sealed, { userId: id });
  return useCode(twoFactor, code, { now: Date.now(), open });
}

/** The user of a session, who confirms a change of the own account with the password. */
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
 * Changes the second factor of the user of a session, who confirms it with the password and a code.
 *
 * @param write writes the change, and that the code was used; false when the user is not as it was read
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
