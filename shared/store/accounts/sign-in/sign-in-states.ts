import { hashOfSecret } from '../../../domain/accounts/account-token.ts';
import { hourMs } from '../../../durations.ts';
import { keyOf } from '../../keys.ts';
import { putItemIf } from '../../table.ts';
import { isNew } from '../../writes.ts';

/** Uses up what begins a sign-in, for longer than it lasts. False when it was used before: of two at once, one goes on. */
export function useState(state: string): Promise<boolean> {
  const key = keyOf('signInState', { sha256: hashOfSecret(state) });
  return putItemIf({ ...key, ttl: Math.ceil((Date.now() + hourMs) / 1000) }, isNew);
}
