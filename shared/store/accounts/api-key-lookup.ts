import type { Role } from '../../contracts/contract.ts';
import { hashOfKey, type KeyType } from '../../domain/accounts/api-key.ts';
import type { EnvironmentName } from '../../domain/accounts/caller.ts';
import { hourMs } from '../../durations.ts';
import { newId } from '../../ids.ts';
import { log } from '../../log.ts';
import { TtlCache } from '../../ttl-cache.ts';
import { expression } from '../expression.ts';
import { keyOf, keysOf } from '../keys.ts';
import { getItem, type Item, updateItem } from '../table.ts';

/** A secret of an API key, as stored. A key has one current secret and, for a while after a rotation, older ones. */
export type ApiKey = {
  id: string;
  type: KeyType;
  /** The role of a secret key. A key without one, as 0.1.0 stored them, has the owner role. */
  role?: Role;
  organizationId: string;
  environmentId: string;
  environment: EnvironmentName;
  name: string;
  /** Marks the key that the environment's hosted pages submit with. */
  hosted?: true;
  prefix: string;
  lastFour: string;
  createdAt: string;
  rotatedAt?: string;
  lastUsedAt?: string;
  /** When an older secret stops working, in ms since the epoch. */
  expiresAt?: number;
  /** The SHA-256 of the secret that replaced an older one. */
  successor?: string;
  /** The secrets before the current one, with the time each stops working. */
  earlier?: { sha256: string; expiresAt: number }[];
};

export const roleOfKey = ({ role = 'owner' }: ApiKey): Role => role;

/** How long a warm function may still accept a revoked key, or refuse a new one. */
const cacheSeconds = 5;

/** How old the stored last use may be before it is written again. */
const lateMs = hourMs;

const cache = new TtlCache<ApiKey | undefined>(cacheSeconds);

/**
 * Returns the key with this SHA-256 through a cache of some seconds, or undefined when there is none or it has stopped
 * working.
 */
export async function apiKeyByHash(sha256: string): Promise<ApiKey | undefined> {
  const key = await cache.get(sha256, () => readKey(sha256));
  return key && isWorking(key, Date.now()) ? key : undefined;
}

const isWorking = ({ expiresAt }: ApiKey, now: number): boolean => expiresAt === undefined || expiresAt > now;

async function readKey(sha256: string): Promise<ApiKey | undefined> {
  const item = await getItem(keyOf('apiKey', { sha256 }), { consistent: false });
  const key = item as (Item & ApiKey) | undefined;
  const now = Date.now();
  if (key && isWorking(key, now) && Date.parse(key.lastUsedAt ?? '1970-01-01') <= now - lateMs) {
    await noteUse(sha256, new Date(now));
  }
  return key;
}

/** Records the last use, so people can see which keys are in use. A failure here must not fail the request. */
async function noteUse(sha256: string, now: Date): Promise<void> {
  const late = new Date(now.getTime() - lateMs).toISOString();
  const note = updateItem(keyOf('apiKey', { sha256 }), {
    set: { lastUsedAt: now.toISOString() },
    if: expression`attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= ${late})`,
  });
  await note.catch(error => log.warn('the last use of a key was not stored', error));
}

/** Returns the item of a new key: its hash, and enough to recognise it in a list. */
export function apiKeyItem(
  key: string,
  content: Pick<ApiKey, 'type' | 'role' | 'name' | 'hosted' | 'createdAt'>,
  { organizationId, environmentId, environment }: Pick<ApiKey, 'organizationId' | 'environmentId' | 'environment'>,
): Item {
  const scope = { organizationId, environmentId, environment };
  return itemOfKey(key, { id: newId('key'), ...content, ...scope, ...visibleParts(key) });
}

export function itemOfKey(key: string, record: ApiKey): Item {
  const { id, environmentId } = record;
  return { ...keysOf('apiKey', { sha256: hashOfKey(key), environmentId, key: id }), ...record };
}

/** Returns the parts of a key that are stored. */
export const visibleParts = (key: string) => ({ prefix: key.slice(0, 8), lastFour: key.slice(-4) });
