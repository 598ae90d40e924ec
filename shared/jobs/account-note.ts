import { retryOnConflict } from '../retry-on-conflict.ts';
import { tellOfAccount } from '../store/accounts/links/account-notes.ts';
import type { Key } from '../store/keys.ts';

/** Tells the audit trails of what happened to an account, of which more may be gathered at this very moment. */
export async function tellOfAccountNote(key: Key): Promise<void> {
  await retryOnConflict(async () => (await tellOfAccount(key)) || undefined);
}
