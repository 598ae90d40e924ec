import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  type WriteRequest,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { filesIn, type Manifest, readItems, readManifest, type StoredItem } from './item-files.ts';

type Table = { readonly client: DynamoDBClient; readonly TableName: string };

/** DynamoDB's maximum per call. */
const batchMax = 25;

/** Returns an item with its secrets sealed by another key, and their number. */
export type Reseal = (item: StoredItem) => Promise<{ item: StoredItem; secrets: number }>;

/** Puts all items of an export into a table, and creates the table if it is missing. */
export async function importTable(client: DynamoDBClient, folder: string, TableName: string, reseal: Reseal) {
  const table = { client, TableName };
  const manifest = readManifest(folder);
  if (!manifest) throw new Error(`There is no whole export in ${folder}: run it again to continue.`);
  await makeTable(table, manifest);
  const progress = join(folder, `imported-into-${TableName}`);
  const done = new Set(existsSync(progress) ? readFileSync(progress, 'utf8').split('\n') : []);
  let secrets = 0;
  for (const file of filesIn(folder)) {
    if (done.has(basename(file))) continue;
    secrets += await importFile(file, table, reseal);
    appendFileSync(progress, `${basename(file)}\n`);
  }
  const items = await countItems(table);
  if (items < manifest.items)
    throw new Error(`${TableName} has ${items} items of ${manifest.items}. Remove ${progress} and run it again.`);
  return { items, secrets };
}

async function importFile(file: string, table: Table, reseal: Reseal): Promise<number> {
  let secrets = 0;
  const items = readItems(file);
  for (let from = 0; from < items.length; from += batchMax) {
    const resealed = await Promise.all(items.slice(from, from + batchMax).map(reseal));
    await putAll(
      table,
      resealed.map(({ item: Item }) => ({ PutRequest: { Item } })),
    );
    for (const each of resealed) secrets += each.secrets;
  }
  return secrets;
}

/** Puts all items. DynamoDB leaves some unprocessed while a table is filled faster than it can scale. */
async function putAll({ client, TableName }: Table, requests: WriteRequest[]): Promise<void> {
  let left = requests;
  for (let waitMs = 50; left.length > 0; waitMs = Math.min(waitMs * 2, 5000)) {
    const { UnprocessedItems } = await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: left } }));
    left = UnprocessedItems?.[TableName] ?? [];
    if (left.length > 0) await pause(waitMs);
  }
}

async function makeTable(table: Table, { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes }: Manifest) {
  const { client, TableName } = table;
  const stream = await streamOf(table);
  if (stream) throw new Error(`${TableName} has a stream: what is put there would be counted, and told, once more.`);
  if (stream === false) return;
  const indexes = GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => {
    return { IndexName, KeySchema, Projection };
  });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes: indexes,
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 600, minDelay: 1 }, { TableName });
}

/** Whether the table has a stream; undefined if the table doesn't exist. */
async function streamOf({ client, TableName }: Table): Promise<boolean | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return Table?.StreamSpecification?.StreamEnabled ?? false;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function countItems({ client, TableName }: Table): Promise<number> {
  let items = 0;
  const scan = { TableName, Select: 'COUNT', ConsistentRead: true } as const;
  for await (const { Count = 0 } of paginateScan({ client }, scan)) items += Count;
  return items;
}
