import { retryOnConflict } from '../retry-on-conflict.ts';
import { tellOfAccount } from '../store/accounts/links/account-notes.ts';
import type { Key } from '../store/keys.ts';

/** Writes the events of an account to the audit trails. More may be gathered at the same time. */
export async function tellAccountNote(key: Key): Promise<void> {
  await retryOnConflict(async () => (await tellOfAccount(key)) || undefined);
}
