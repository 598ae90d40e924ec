import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterTenant, dueAt, dueKeys, dueParts, duePeriodEnd, type Key } from './keys.ts';
import { dynamodb, tableName, writeIfUnchanged } from './table.ts';

/** An item whose time has come, as the due index shows it. */
export type DueItem = Key & { duesk: string };

/** How long a worker has for what it was handed; what is not done by then is due again. */
const leaseMs = 20 * 60_000;

/** How much of a tenant's work is handed over before it is another's turn. */
const turnItems = 100;

/**
 * One round over the tenants who have due work in a slice of the index, those with the longest overdue first: to each its
 * turn, whatever the others have. Who has more is met again in the next round, once what this one gave is leased.
 *
 * @param now ms since the epoch
 */
export async function* readTurns(partition: string, now: number): AsyncGenerator<DueItem[]> {
  const served = new Set<string>();
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const { items, more } = await readAfter(partition, after, now);
    const turn = items.filter(({ duesk }) => isDue(duesk, now) && !served.has(dueParts(duesk).tenant));
    for (const { duesk } of turn) served.add(dueParts(duesk).tenant);
    if (turn.length > 0) yield turn;
    const last = items.at(-1);
    after = more && last ? afterTenant(last.duesk) : undefined;
  }
}

async function readAfter(partition: string, after: string, now: number) {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: 'gsi2',
      KeyConditionExpression: 'duepk = :partition AND duesk BETWEEN :after AND :end',
      ExpressionAttributeValues: { ':partition': partition, ':after': after, ':end': duePeriodEnd(now) },
      Limit: turnItems,
    }),
  );
  return { items: Items as DueItem[], more: LastEvaluatedKey !== undefined };
}

export const isDue = (duesk: string, now: number): boolean => dueParts(duesk).time <= now;

/** Leases due work. False when another worker took it, or it was done, in the meantime. */
export function lease({ pk, sk, duesk }: DueItem, now: number): Promise<boolean> {
  return writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET duesk = :later',
      ConditionExpression: 'duesk = :read',
      ExpressionAttributeValues: { ':later': dueAt(duesk, now + leaseMs), ':read': duesk },
    }),
  );
}

/** Sets when the item is due next, for whom, and what it has come to. False when it is gone. */
export function postpone({ pk, sk }: Key, tenant: string, time: number, step: number): Promise<boolean> {
  const { duepk, duesk } = dueKeys(time, tenant);
  return writeIfUnchanged(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET duepk = :duepk, duesk = :duesk, step = :step',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':duepk': duepk, ':duesk': duesk, ':step': step },
    }),
  );
}
