import type { Proof } from '../../domain/spam/proof-of-work.ts';
import { keyOf } from '../keys.ts';
import { getItem, type TransactItem } from '../table.ts';
import { putNewWrite } from '../writes.ts';

/** The maximum difference between the clocks of two functions. */
const clocksApartSeconds = 60;

/**
 * Returns the write that spends a proof, for the transaction of the response. A proof is good for one stored response,
 * and for any number of refused ones. Returns `spent` when it was used already. A concurrent use of the same proof
 * fails the transaction.
 */
export async function spendProof(form: string, { nonce, expiresAt }: Proof): Promise<TransactItem | 'spent'> {
  const key = keyOf('proof', { form, slice: nonce.slice(0, 1), nonce });
  return (await getItem(key)) ? 'spent' : putNewWrite({ ...key, ttl: expiresAt + clocksApartSeconds });
}
