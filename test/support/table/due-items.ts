import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type DueItem, isDue } from '../../../shared/store/due.ts';
import { indexes } from '../../../shared/store/keys.ts';
import { dynamodb, type Item, tableName } from '../../../shared/store/table.ts';

/** Yields everything due at this time, in milliseconds since the epoch, regardless of whose turn it is. */
export async function* readDue(now: number): AsyncGenerator<DueItem> {
  const input = { TableName: tableName(), IndexName: indexes.due.name };
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, input)) {
    for (const item of Items as DueItem[]) if (isDue(item.duesk, now)) yield item;
  }
}

/** Stores items unchanged. */
export async function putItems(items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map(Item => ({ PutRequest: { Item } }));
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
}
