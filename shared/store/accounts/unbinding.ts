import { keyOf } from '../keys.ts';
import { deleteWrite } from '../writes.ts';
import type { StoredUser } from './users.ts';

/**
 * Takes away all that somebody could have bound to an account before its address was shown to be its user's: identities of
 * single sign-on, the second factor, whether it is on or pending, an address that was asked for, and known networks.
 *
 * @returns parts of the update that also ends the sessions, and `writes` for the same transaction
 */
export const unbinding = ({ identities = [] }: StoredUser) => ({
  set: { unboundAt: Date.now() },
  remove: ['identities', 'twoFactor', 'pendingTwoFactor', 'pendingAddress', 'addressUnproved'],
  writes: identities.map(({ sha256 }) => deleteWrite(keyOf('identity', { sha256 }))),
});
