import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { quarterMs } from '../../../shared/domain/time/quarters.ts';
import { hourMs } from '../../../shared/durations.ts';
import { addCounters, packCounters, unpackCounters } from '../../../shared/store/counters/packed-counters.ts';
import { keyOf } from '../../../shared/store/keys.ts';

export type CounterTable = { client: DynamoDBDocumentClient; tableName: string };

/** A slice that the stream reader never writes. */
const slice = '9';

/** Counts at a time, next to the stream reader, by counter name: `v` is views, `f:name` a focus. */
export async function count(
  { client, tableName: TableName }: CounterTable,
  scope: string,
  name: string,
  time: number,
  by = 1,
): Promise<void> {
  const Key = keyOf('hourCounts', { scope, hour: new Date(time).toISOString().slice(0, 13), slice });
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const counters = unpackCounters(Item?.counts);
  const quarter = Math.floor((time % hourMs) / quarterMs);
  addCounters(counters, new Map([[name, [0, 1, 2, 3].map(each => (each === quarter ? by : 0))]]));
  await client.send(new PutCommand({ TableName, Item: { ...Key, counts: packCounters(counters) } }));
}
