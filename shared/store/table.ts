import { randomBytes } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { bindToRequest } from '../aws/bind-to-request.ts';
import { clientDefaults } from '../aws/client-defaults.ts';
import { batchesOf } from '../batches.ts';
import { env } from '../env.ts';
import { type Expression, expression, type ItemUpdate, parametersOf } from './expression.ts';
import type { Key } from './keys.ts';
import { pauseBeforeRest } from './pause-before-rest.ts';

/** The DynamoDB client of every store. */
export const dynamodb = DynamoDBDocumentClient.from(bindToRequest(new DynamoDBClient(clientDefaults)), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = (): string => env('TABLE_NAME');

export type Item = Key & Record<string, unknown>;

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** One write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Returns the item with this key, or undefined when there is none. */
export async function getItem({ pk, sk }: Key, { consistent = true } = {}): Promise<Item | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: consistent }),
  );
  return Item as Item | undefined;
}

/**
 * Returns items by key, in no particular order. Missing items are left out. The read is strongly consistent unless the
 * caller takes one at half the price.
 */
export async function batchGet(keys: readonly Key[], { consistent = true } = {}): Promise<Item[]> {
  return (await Promise.all(batchesOf(keys, 100).map(batch => getBatch(batch, consistent)))).flat();
}

/** Does the same for several lists of keys at once. Returns a list of items for each, in the order of its keys. */
export async function batchGetLists<Lists extends readonly (readonly Key[])[]>(
  ...lists: Lists
): Promise<{ [Index in keyof Lists]: Item[] }> {
  const nameOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
  const items = new Map((await batchGet(lists.flat())).map(item => [nameOf(item), item]));
  const itemsOf = (keys: readonly Key[]) => keys.flatMap(key => items.get(nameOf(key)) ?? []);
  return lists.map(itemsOf) as { [Index in keyof Lists]: Item[] };
}

async function getBatch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
  const items: Item[] = [];
  let left: readonly Key[] = keys;
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await pauseBeforeRest(attempt, left.length);
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: [...left], ConsistentRead: consistent } } }),
    );
    items.push(...((Responses?.[tableName()] ?? []) as Item[]));
    left = (UnprocessedKeys?.[tableName()]?.Keys ?? []) as Key[];
  }
  return items;
}

/** Deletes items by key, 25 to a request, until the table has taken them all. */
export function batchDelete(keys: readonly Key[]): Promise<void> {
  return batchWrite(keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));
}

/** Stores items as they are, 25 to a request, until the table has taken them all. */
export function batchPut(items: readonly Item[]): Promise<void> {
  return batchWrite(items.map(Item => ({ PutRequest: { Item } })));
}

async function batchWrite(requests: readonly WriteRequest[]): Promise<void> {
  let left = requests;
  for (let attempt = 0; left.length > 0; ) {
    const batch = left.slice(0, 25);
    const { UnprocessedItems } = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableName()]: batch } }));
    const refused = UnprocessedItems?.[tableName()] ?? [];
    attempt = refused.length > 0 ? attempt + 1 : 0;
    if (attempt > 0) await pauseBeforeRest(attempt, refused.length);
    left = [...refused, ...left.slice(25)];
  }
}

/** Stores an item and replaces one with its key. */
export async function putItem(Item: Item, options?: { abortSignal: AbortSignal }): Promise<void> {
  await dynamodb.send(new PutCommand({ TableName: tableName(), Item }), options);
}

/** Deletes an item, if it is there. */
export async function deleteOnce({ pk, sk }: Key): Promise<void> {
  await dynamodb.send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
}

/**
 * Stores an item under a key with a new ID. If it already exists, this very request stored it and the reply was lost:
 * the SDK repeats requests that get no reply.
 */
export async function createItem(Item: Item): Promise<void> {
  try {
    await dynamodb.send(
      new PutCommand({ TableName: tableName(), Item, ConditionExpression: 'attribute_not_exists(pk)' }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Changes an item. Returns false when its condition fails, or the item is in a transaction. */
export const updateItem = (key: Key, change: ItemUpdate): Promise<boolean> =>
  isMade(async () => (await updateOnce(key, change)) !== undefined);

/** Stores an item if the condition is true for the one with its key. */
export const putItemIf = (item: Item, condition: Expression): Promise<boolean> =>
  isMade(async () => (await putOnce(item, condition)).made);

/**
 * Makes the writes of a transaction. Returns false when nothing was written, because the items have changed since they
 * were read.
 */
export const writeIfUnchanged = (writes: readonly TransactItem[]): Promise<boolean> =>
  isMade(async () => {
    // DynamoDB recognises a repeat by the SDK's token for ten minutes.
    await dynamodb.send(new TransactWriteCommand({ TransactItems: [...writes] }));
    return true;
  });

/** Returns false when another writer came first. */
async function isMade(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof TransactionConflictException) return false;
    if (reasonsOf(error).some(reason => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict')) {
      return false;
    }
    throw error;
  }
}

/**
 * Changes an item once. The SDK repeats a request that gets no reply, although DynamoDB may have made the change. So
 * each write leaves its own stamp in the item, which a repeat recognises.
 *
 * @returns the attributes that it asks for; undefined when the condition was false
 */
export async function updateOnce(
  key: Key,
  change: ItemUpdate,
  asked?: 'ALL_NEW' | 'UPDATED_NEW',
): Promise<Record<string, unknown> | undefined> {
  const { made, item } = await sendUpdateOnce(key, change, { asked });
  return made ? item : undefined;
}

/** Changes an item once, and returns the item after the change, or as it is when the condition was false. */
export const updateOrRead = (
  key: Key,
  change: ItemUpdate,
  options?: { abortSignal: AbortSignal },
): Promise<UpdateOutcome> => sendUpdateOnce(key, change, { ...options, asked: 'ALL_NEW' });

type UpdateOptions = { asked?: 'ALL_NEW' | 'UPDATED_NEW'; abortSignal?: AbortSignal };

const sendUpdateOnce = (
  { pk, sk }: Key,
  change: ItemUpdate,
  { asked, abortSignal }: UpdateOptions,
): Promise<UpdateOutcome> =>
  sendOnce(
    stamp =>
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        ...parametersOf({ ...change, set: { ...change.set, stamp }, if: notStamped(change.if, stamp) }),
        ReturnValues: asked,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    { abortSignal },
  );

const putOnce = (item: Item, condition: Expression): Promise<UpdateOutcome> =>
  sendOnce(stamp => putCommand({ ...item, stamp }, notStamped(condition, stamp)));

/**
 * Puts an item that carries its writer's ID, so a retry can tell whether the first try was stored. Returns the existing
 * item when the condition was false.
 */
export const putOrRead = (item: Item, condition: Expression): Promise<UpdateOutcome> =>
  sendOnce(() => putCommand(item, condition));

const putCommand = (Item: Item, condition: Expression): PutCommand =>
  new PutCommand({
    TableName: tableName(),
    Item,
    ...parametersOf({ if: condition }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

/** A repeated addition would find its condition true again. */
const notStamped = (condition: Expression | undefined, stamp: string): Expression =>
  condition ? expression`(${condition}) AND NOT stamp = ${stamp}` : expression`NOT stamp = ${stamp}`;

/** Whether a write was made, and the attributes it asks for, or the whole item when the condition was false. */
type UpdateOutcome = { made: boolean; item: Record<string, unknown> | undefined };

async function sendOnce(
  write: (stamp: string) => PutCommand | UpdateCommand,
  options?: { abortSignal?: AbortSignal },
): Promise<UpdateOutcome> {
  const stamp = randomBytes(9).toString('base64url');
  try {
    // Each overload of send() takes one kind of command.
    const { Attributes = {} } = await dynamodb.send(write(stamp) as UpdateCommand, options);
    return { made: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const item = error.Item && unmarshall(error.Item);
    return { made: item?.stamp === stamp, item };
  }
}

const throttles = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/** Whether the table refused a write for its rate: the partition, or one of an index, is throttled. */
export function isThrottle(error: unknown): boolean {
  return [...reasonsOf(error), error instanceof Error ? error.name : ''].some(reason => throttles.has(reason));
}

const refusals = new Set([
  ...['ValidationException', 'SerializationException', 'ItemCollectionSizeLimitExceededException'],
  ...['TypeError', 'RangeError'],
]);

/** Whether a write failed because of its content or the item that it changes, so that no retry can succeed. */
export function isUnwritable(error: unknown): boolean {
  const { name = '', code } = error as { name?: string; code?: unknown };
  // Errors of zlib, when packed data in an item is invalid.
  return refusals.has(name) || String(code).startsWith('Z_');
}

/** Returns why each item of a transaction was refused; nothing for another error. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}
