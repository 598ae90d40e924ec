import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { hashOfKey, type KeyType } from '../auth/api-key.ts';
import type { EnvironmentName } from '../auth/caller.ts';
import { newId } from '../ids.ts';
import { keyOf, keysOf } from './keys.ts';
import { SecondsCache } from './seconds-cache.ts';
import { dynamodb, type Item, tableName } from './table.ts';

export type ApiKey = {
  id: string;
  type: KeyType;
  organizationId: string;
  environmentId: string;
  environment: EnvironmentName;
  name: string;
  prefix: string;
  lastFour: string;
  createdAt: string;
};

/** How long a revoked key may still be taken by a warm function, and an unknown one still be refused. */
const cacheSeconds = 5;

const cache = new SecondsCache<ApiKey | undefined>(cacheSeconds);

/** The key with this SHA-256, read through a cache of seconds; undefined when there is none. */
export function apiKeyByHash(sha256: string): Promise<ApiKey | undefined> {
  return cache.get(sha256, async () => {
    const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key: keyOf('apiKey', { sha256 }) }));
    return Item as ApiKey | undefined;
  });
}

/** What is stored of a new key: its hash, and enough to recognise it by in a list. */
export function apiKeyItem(
  key: string,
  type: KeyType,
  scope: Pick<ApiKey, 'organizationId' | 'environmentId' | 'environment'>,
  name: string,
  createdAt: string,
): Item {
  const id = newId('key');
  const record: ApiKey = { id, type, ...scope, name, prefix: key.slice(0, 8), lastFour: key.slice(-4), createdAt };
  return { ...keysOf('apiKey', { sha256: hashOfKey(key), environmentId: scope.environmentId, key: id }), ...record };
}
