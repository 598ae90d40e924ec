import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { timeKey } from '../ids.ts';
import { dueKeys, duePartitions, type Key } from './keys.ts';
import { dynamodb, type Item, tableName, whenUnchanged } from './table.ts';

/** An item whose time has come, as the due index shows it. */
export type DueItem = Key & { duesk: string };

/** How long a worker has for what it was handed; what is not done by then is due again. */
const leaseMs = 20 * 60_000;

/** Everything due at this time (milliseconds since 1970), the longest overdue first within a slice. */
export async function* readDue(now: number): AsyncGenerator<DueItem> {
  for (const partition of duePartitions()) {
    let from: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await dynamodb.send(
        new QueryCommand({
          TableName: tableName(),
          IndexName: 'gsi2',
          KeyConditionExpression: 'duepk = :partition AND duesk <= :now',
          ExpressionAttributeValues: { ':partition': partition, ':now': timeKey(now) },
          ExclusiveStartKey: from,
        }),
      );
      yield* Items as (Item & DueItem)[];
      from = LastEvaluatedKey;
    } while (from);
  }
}

export const isDue = (duesk: string, now: number): boolean => duesk <= timeKey(now);

/** Takes due work for the length of a lease. False when another took it, or it was done, in the meantime. */
export function lease({ pk, sk, duesk }: DueItem, now: number): Promise<boolean> {
  return whenUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET duesk = :later',
      ConditionExpression: 'duesk = :read',
      ExpressionAttributeValues: { ':later': timeKey(now + leaseMs), ':read': duesk },
    }),
  );
}

/** Sets when the item is due next, and what it has come to. False when it is gone. */
export function postpone({ pk, sk }: Key, time: number, step: number): Promise<boolean> {
  const { duepk, duesk } = dueKeys(time);
  return whenUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET duepk = :duepk, duesk = :duesk, step = :step',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':duepk': duepk, ':duesk': duesk, ':step': step },
    }),
  );
}
