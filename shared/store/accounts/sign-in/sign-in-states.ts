import { hashOfSecret } from '../../../domain/accounts/account-token.ts';
import { hourMs } from '../../../durations.ts';
import { keyOf } from '../../keys.ts';
import { putItemIf } from '../../table.ts';
import { isNew } from '../../writes.ts';

/**
 * Uses up the state of a sign-in, for longer than a sign-in lasts. Returns false when it was used before: of two
 * concurrent uses, one succeeds.
 */
export function useState(state: string): Promise<boolean> {
  const key = keyOf('signInState', { sha256: hashOfSecret(state) });
  return putItemIf({ ...key, ttl: Math.ceil((Date.now() + hourMs) / 1000) }, isNew);
}
