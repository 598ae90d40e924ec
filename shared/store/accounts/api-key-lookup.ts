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

/** One secret of an API key, as the table has it. A key has one that is current and, for a while after a rotation, older ones. */
export type ApiKey = {
  id: string;
  type: KeyType;
  /** Of a secret key; without it, as 0.1.0 stored them, the key is an owner's. */
  role?: Role;
  organizationId: string;
  environmentId: string;
  environment: EnvironmentName;
  name: string;
  /** The one by which the hosted pages of the environment submit. */
  hosted?: true;
  prefix: string;
  lastFour: string;
  createdAt: string;
  rotatedAt?: string;
  lastUsedAt?: string;
  /** Of an older secret: when it stops working, ms since the epoch. */
  expiresAt?: number;
  /** Of an older secret: the SHA-256 of the one that took its place. */
  successor?: string;
  /** Of the current secret: those before it, with the end of each. */
  earlier?: { sha256: string; expiresAt: number }[];
};

export const roleOfKey = ({ role = 'owner' }: ApiKey): Role => role;

/** How long a revoked key may still be taken by a warm function, and an unknown one still be refused. */
const cacheSeconds = 5;

/** How stale the last use may be before it is written again. */
const lateMs = hourMs;

const cache = new TtlCache<ApiKey | undefined>(cacheSeconds);

/** The key with this SHA-256, read through a cache of seconds; undefined when there is none, or it works no longer. */
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

/** Shows people which keys are in use. A failure to note it must not fail the request. */
async function noteUse(sha256: string, now: Date): Promise<void> {
  const late = new Date(now.getTime() - lateMs).toISOString();
  const note = updateItem(keyOf('apiKey', { sha256 }), {
    set: { lastUsedAt: now.toISOString() },
    if: expression`attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= ${late})`,
  });
  await note.catch(error => log.warn('the last use of a key was not stored', error));
}

/** What is stored of a new key: its hash, and enough to recognise it by in a list. */
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

/** The parts of a key that are kept. */
export const visibleParts = (key: string) => ({ prefix: key.slice(0, 8), lastFour: key.slice(-4) });
