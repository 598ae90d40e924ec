import type { Proof } from '../../domain/proof-of-work.ts';
import { keyOf } from '../keys.ts';
import { getItem, type TransactItem } from '../table.ts';
import { putNewWrite } from '../writes.ts';

/** So far the clocks of two functions are apart, at most. */
const clocksApartSeconds = 60;

/**
 * What spends a proof, for the transaction of the response: so it is good for one that is stored, and for any number that are
 * refused. `spent` when it was good for one already; one that is spent by another at this very moment fails the transaction.
 */
export async function spendProof(form: string, { nonce, expiresAt }: Proof): Promise<TransactItem | 'spent'> {
  const key = keyOf('proof', { form, slice: nonce.slice(0, 1), nonce });
  return (await getItem(key)) ? 'spent' : putNewWrite({ ...key, ttl: expiresAt + clocksApartSeconds });
}
