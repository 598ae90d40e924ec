import type { Caller } from '../domain/accounts/caller.ts';
import { type EntryPolicy, inWords, remedyOfFactor } from '../domain/accounts/entry-policy.ts';
import { validationFailed } from '../errors.ts';
import { getUser } from '../store/accounts/users.ts';

/**
 * Nobody closes an organization to themselves: throws the fault of this field where the caller's own session would lack the
 * second factor that the organization asks for after a change.
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
