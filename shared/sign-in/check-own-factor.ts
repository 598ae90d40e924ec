import type { Caller } from '../domain/accounts/caller.ts';
import { type EntryPolicy, inWords, remedyOfFactor } from '../domain/accounts/entry-policy.ts';
import { validationFailed } from '../errors.ts';
import { getUser } from '../store/accounts/users.ts';

/**
 * Throws if the change would lock the caller out, because the caller's session lacks the second factor that the
 * organization would then require. The fault names this field.
 */
export async function checkOwnFactor(
  { kind, id, provider }: Caller,
  changed: EntryPolicy,
  field: string,
): Promise<void> {
  if (kind !== 'session' || !changed.requireTwoFactor) return;
  const hasTwoFactor = (await getUser(id))?.twoFactor !== undefined;
  const remedy = remedyOfFactor(changed, { provider, hasTwoFactor });
  if (!remedy) return;
  const message = `would lock you out of the organization. ${inWords[remedy]}`;
  throw validationFailed([{ field, rule: 'ownTwoFactor', message }]);
}
