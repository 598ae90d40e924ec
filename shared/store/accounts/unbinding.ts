import { keyOf } from '../keys.ts';
import { deleteWrite } from '../writes.ts';
import type { StoredUser } from './users.ts';

/**
 * Removes everything that could have been bound to an account before its address was proved: single sign-on identities,
 * the second factor (active or pending), a requested address, and known networks.
 *
 * @returns the parts of the update, which also ends the sessions, and `writes` for the same transaction
 */
export const unbinding = ({ identities = [] }: StoredUser) => ({
  set: { unboundAt: Date.now() },
  remove: ['identities', 'twoFactor', 'pendingTwoFactor', 'pendingAddress', 'addressUnproved'],
  writes: identities.map(({ sha256 }) => deleteWrite(keyOf('identity', { sha256 }))),
});
