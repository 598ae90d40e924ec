import { BatchWriteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dayOf, quarterMs } from '../../shared/domain/quarters.ts';
import { type Key, keyOf } from '../../shared/store/keys.ts';

export type CounterTable = { client: DynamoDBDocumentClient; tableName: string };

/** The two digits of a time's quarter hour, of its day in UTC. */
const quarterOf = (time: number): string =>
  String(Math.floor((time % (24 * 60 * 60_000)) / quarterMs)).padStart(2, '0');

async function add({ client, tableName }: CounterTable, Key: Key, name: string, by: number): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key,
      UpdateExpression: 'ADD #name :by',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':by': by },
    }),
  );
}

/** Counts as the reader of the stream does, at a time, what one letter stands for: `v` is views. */
export async function count(table: CounterTable, scope: string, letter: string, time: number, by = 1): Promise<void> {
  await add(table, keyOf('dayCounts', { scope, day: dayOf(time) }), `${letter}${quarterOf(time)}`, by);
}

/** The same of a field: `f:name` reached by focus. */
export async function countField(
  table: CounterTable,
  scope: string,
  name: string,
  time: number,
  by = 1,
): Promise<void> {
  const [day, quarter] = [dayOf(time), quarterOf(time)];
  await add(table, keyOf('fieldDayCounts', { scope, day }), name, by);
  await add(table, keyOf('fieldQuarterCounts', { scope, day, quarter }), name, by);
}

/** Puts whole items, of counters that are too many to be added one by one. */
export async function putItems({ client, tableName }: CounterTable, items: readonly object[]): Promise<void> {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map(Item => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
}
