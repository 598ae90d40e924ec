import { dayMs } from '../durations.ts';
import { env } from '../env.ts';
import { keyOf } from './keys.ts';
import type { TransactItem } from './table.ts';

/**
 * Deletions are noted in the table of data keys, which no restore brings back: a restored table has deleted responses,
 * forms and organizations again. A note has the ID alone, and outlives the 35 days of point-in-time recovery by one.
 */
const keptMs = 36 * dayMs;

/** Returns the write that notes a deletion, for the transaction that makes it. `owner` is the form, or the record. */
export function deletionWrite(record: string, owner = record): TransactItem {
  const ttl = Math.ceil((Date.now() + keptMs) / 1000);
  return { Put: { TableName: env('DATA_KEYS_TABLE'), Item: { ...keyOf('deletion', { owner, record }), ttl } } };
}
