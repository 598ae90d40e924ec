import { createHmac, randomBytes } from 'node:crypto';
import { unavailable } from '../errors.ts';
import { type ItemType, type Key, keyOf } from './keys.ts';
import { getItem, type Item, putItemIf, writeIfUnchanged } from './table.ts';
import { deleteWrite, exists, isNew, putNewWrite } from './writes.ts';

/** The items that are stored by a hash of something that can be guessed: an address or a network. */
type HashedItem = Extract<ItemType, 'mailbox' | 'mailStop' | 'mailCount' | 'loginFailures' | 'knownNetwork'>;

const owner = { hashes: 'guessable' } as const;
const place = keyOf('hashKey', {});

/**
 * Returns the keys that an item may have, the one to write first. That is by the HMAC of a plain SHA-256; the other is by
 * the plain one, which items from before version 0.3 have. Before the first sweep of a stage, there is only the latter.
 */
export async function keysByHash(item: HashedItem, sha256: string): Promise<[Key, ...Key[]]> {
  const [plain, key] = [keyOf(item, { sha256 }), await hashKey()];
  if (!key) return [plain];
  const hmac = createHmac('sha256', key).update(`${item} ${sha256}`).digest('hex');
  return [keyOf(item, { sha256: hmac }), plain];
}

/** Moves an item from before version 0.3 to the key that it has now. When another request came first, it has moved. */
export async function moveItem(former: Item, key: Key): Promise<void> {
  await writeIfUnchanged([putNewWrite({ ...former, ...key }), deleteWrite(former, exists)]);
}

let reading: Promise<Buffer | undefined> | undefined;

/** Returns the hash key, read once. While there is none, or it cannot be opened, each call looks again. */
async function hashKey(): Promise<Buffer | undefined> {
  reading ??= readHashKey();
  const key = await reading.catch(error => {
    reading = undefined;
    throw error;
  });
  if (!key) reading = undefined;
  return key;
}

async function readHashKey(): Promise<Buffer | undefined> {
  const item = await getItem(place);
  if (!item) return undefined;
  const { openSecret } = await import('../aws/secrets.ts');
  const opened = openSecret(String(item.sealed), owner).catch(error => {
    throw unavailable(error);
  });
  return Buffer.from(await opened, 'base64');
}

let isCreated = false;

/** Creates the hash key of a new or updated stage, sealed by KMS. Of concurrent calls, one creates it. */
export async function createHashKey(): Promise<void> {
  if (isCreated) return;
  if (!(await getItem(place))) {
    const { sealSecret } = await import('../aws/secrets.ts');
    const sealed = await sealSecret(randomBytes(32).toString('base64'), owner);
    await putItemIf({ ...place, sealed }, isNew);
  }
  isCreated = true;
}
