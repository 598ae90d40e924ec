import { setTimeout as pause } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  type PutCommand,
  paginateQuery,
  type QueryCommandInput,
  type TransactWriteCommand,
  type TransactWriteCommandInput,
  type UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { env } from '../env.ts';
import type { Key } from './keys.ts';

/** The DynamoDB client of every store. Its attempts are few: a caller that stalls is worse off than one refused. */
export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
});

export const tableName = (): string => env('TABLE_NAME');

export type Item = Key & Record<string, unknown>;

/** One write of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Every item that a query finds, however many pages it takes; strongly consistent where the query does not say otherwise. */
export async function queryAll(query: Omit<QueryCommandInput, 'TableName'>): Promise<Item[]> {
  const items: Item[] = [];
  const pages = paginateQuery({ client: dynamodb }, { TableName: tableName(), ConsistentRead: true, ...query });
  for await (const { Items = [] } of pages) items.push(...(Items as Item[]));
  return items;
}

/** Items by key, in no order, strongly consistent; those that do not exist are left out. */
export async function batchGet(keys: readonly Key[]): Promise<Item[]> {
  const batches = Array.from({ length: Math.ceil(keys.length / 100) }, (_, n) => keys.slice(n * 100, n * 100 + 100));
  return (await Promise.all(batches.map(getBatch))).flat();
}

async function getBatch(keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let left: readonly Key[] = keys;
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await pause(20 * 2 ** Math.min(attempt, 6));
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: [...left], ConsistentRead: true } } }),
    );
    items.push(...((Responses?.[tableName()] ?? []) as Item[]));
    left = (UnprocessedKeys?.[tableName()]?.Keys ?? []) as Key[];
  }
  return items;
}

/** Deletes items by key, 25 to a request, until the table has taken them all. */
export async function batchDelete(keys: readonly Key[]): Promise<void> {
  let left: readonly Key[] = keys;
  for (let attempt = 0; left.length > 0; ) {
    const batch = left.slice(0, 25).map(Key => ({ DeleteRequest: { Key } }));
    const { UnprocessedItems } = await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableName()]: batch } }));
    const refused = (UnprocessedItems?.[tableName()] ?? []).flatMap(({ DeleteRequest }) => DeleteRequest?.Key ?? []);
    attempt = refused.length > 0 ? attempt + 1 : 0;
    if (attempt > 0) await pause(20 * 2 ** Math.min(attempt, 6));
    left = [...(refused as Key[]), ...left.slice(25)];
  }
}

/** Makes a conditional write. False when nothing was written, because the items are not as they were read. */
export async function whenUnchanged(write: PutCommand | UpdateCommand | TransactWriteCommand): Promise<boolean> {
  try {
    // The overloads of send() take one kind of command each.
    await dynamodb.send(write as UpdateCommand);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException) return false;
    if (reasonsOf(error).some(reason => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict')) {
      return false;
    }
    throw error;
  }
}

const throttles = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/** Whether the table refused a write for its rate: the partition, or one of an index, takes no more. */
export function isThrottle(error: unknown): boolean {
  return [...reasonsOf(error), error instanceof Error ? error.name : ''].some(reason => throttles.has(reason));
}

/** Why each item of a transaction was refused; nothing for another error. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
}
