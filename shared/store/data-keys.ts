import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { KeyOwner } from '../aws/data-keys.ts';
import type { DataKey } from '../domain/responses/sealed-answer.ts';
import { env } from '../env.ts';
import { unavailable } from '../errors.ts';
import { TtlCache } from '../ttl-cache.ts';
import { parametersOf } from './expression.ts';
import { type Key, keyOf, partitionOf, partsOf } from './keys.ts';
import { queryAll } from './query.ts';
import { dynamodb, type Item } from './table.ts';
import { isNew } from './writes.ts';

/**
 * Data keys, wrapped by KMS, have a table of their own without backups. Once the keys of a deleted organization are
 * gone, nothing can open what they sealed, in any copy.
 */
const table = (): string => env('DATA_KEYS_TABLE');

type WrappedKey = Item & { wrapped: Uint8Array; createdAt: string };

/** A key for opening. Undefined when it is damaged, or missing although nobody has destroyed it. */
export type OpeningKey = Uint8Array | 'destroyed' | undefined;

/** How long a function may still use the old key after a rotation. */
export const cacheSeconds = 300;
const keys = new TtlCache<OpeningKey>(cacheSeconds);
const newestKeys = new TtlCache<DataKey>(cacheSeconds);

const cacheKey = ({ organizationId, environmentId }: KeyOwner): string => `${organizationId} ${environmentId}`;

/**
 * Returns the key that an environment's answers are sealed with, up to five minutes old. Creates one if there is none.
 */
export const newestDataKey = (owner: KeyOwner): Promise<DataKey> =>
  newestKeys.get(cacheKey(owner), async () => (await readNewestKey(owner)) ?? createDataKey(owner, 1));

/** Returns the key of this generation for opening. */
export const getDataKey = (owner: KeyOwner, generation: number): Promise<OpeningKey> =>
  keys.get(`${cacheKey(owner)} ${generation}`, async () => {
    const item = await getKeyItem(keyOfKey(owner, generation));
    if (item) return unwrap((item as WrappedKey).wrapped, owner);
    return generation <= (await getDestroyedGeneration(owner)) ? 'destroyed' : undefined;
  });

async function getKeyItem(Key: Key): Promise<Item | undefined> {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: table(), Key, ConsistentRead: true }));
  return Item as Item | undefined;
}

/** Returns the generation up to which an operator has destroyed the keys of an environment, or 0. */
export async function getDestroyedGeneration({ organizationId: org, environmentId }: KeyOwner): Promise<number> {
  const note = await getKeyItem(keyOf('destroyedKeys', { org, environment: environmentId }));
  return Number(note?.generation ?? 0);
}

/**
 * Creates an environment's next key. Answers are sealed with it within five minutes. Older keys still open what they
 * sealed.
 */
export async function rotateDataKey(owner: KeyOwner): Promise<DataKey> {
  const { generation } = (await readNewestKey(owner)) ?? { generation: 0 };
  return createDataKey(owner, generation + 1);
}

/** Deletes the data keys of an organization. Nothing can open what they sealed any more. */
export async function destroyDataKeys(org: string): Promise<void> {
  const items = await queryAll({ table: table(), partition: partitionOf('dataKey', 'pk', { org }) });
  const deletions = items.map(({ pk, sk }) => new DeleteCommand({ TableName: table(), Key: { pk, sk } }));
  await Promise.all(deletions.map(deletion => dynamodb.send(deletion)));
}

/** Stores a new key, or returns the one that a concurrent request stored. */
async function createDataKey(owner: KeyOwner, generation: number): Promise<DataKey> {
  const { generateDataKey } = await import('../aws/data-keys.ts');
  const { key, wrapped } = await orUnavailable(generateDataKey(owner));
  const item = { ...keyOfKey(owner, generation), wrapped, createdAt: new Date().toISOString() };
  try {
    await dynamodb.send(new PutCommand({ TableName: table(), Item: item, ...parametersOf({ if: isNew }) }));
    return { generation, key };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const stored = await readNewestKey(owner);
    if (!stored) throw new Error('The data key of an environment was destroyed while it was made');
    return stored;
  }
}

async function readNewestKey(owner: KeyOwner): Promise<DataKey | undefined> {
  const { organizationId: org, environmentId } = owner;
  const partition = partitionOf('dataKey', 'pk', { org });
  // An organization has few keys: those of some rotations of three environments.
  const items = await queryAll({ table: table(), partition });
  const newest = (items as WrappedKey[]).findLast(
    ({ sk }) => partsOf('dataKey', 'sk', sk)?.environment === environmentId,
  );
  if (!newest) return undefined;
  const key = await unwrap(newest.wrapped, owner);
  if (!key) throw new Error(`The newest data key of ${environmentId} is damaged: nothing can be sealed`);
  return { generation: Number(partsOf('dataKey', 'sk', newest.sk)?.generation), key };
}

async function unwrap(wrapped: Uint8Array, owner: KeyOwner): Promise<Uint8Array | undefined> {
  const { unwrapDataKey } = await import('../aws/data-keys.ts');
  return orUnavailable(unwrapDataKey(wrapped, owner));
}

/** Reports a disabled KMS key or a busy KMS as unavailable, because it may work again later. */
const orUnavailable = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch(error => {
    throw unavailable(error);
  });

/** The sort keys are in order of generation. */
const keyOfKey = ({ organizationId: org, environmentId: environment }: KeyOwner, generation: number) =>
  keyOf('dataKey', { org, environment, generation: String(generation).padStart(6, '0') });
