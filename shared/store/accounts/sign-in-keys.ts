import { createHash } from 'node:crypto';
import { log } from '../../log.ts';
import { type Key, keyOf } from '../keys.ts';
import { keysByHash } from '../keys-by-hash.ts';

/**
 * Returns the keys of a subject of a sign-in, the one to write first. If the hash key cannot be opened, that is the plain
 * one: a KMS key that fails must lock out nobody. The last items from before version 0.3 expire 90 days after the update.
 */
export async function signInKeys(item: 'loginFailures' | 'knownNetwork', subject: string): Promise<[Key, ...Key[]]> {
  const sha256 = createHash('sha256').update(subject).digest('hex');
  try {
    return await keysByHash(item, sha256);
  } catch (error) {
    log.warn('the hash key was not opened: a sign-in uses plain hashes', error as Error);
    return [keyOf(item, { sha256 })];
  }
}
