import { join } from 'node:path';
import { DescribeTableCommand, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { filesIn, readItems, readManifest, type StoredItem, writeItems, writeManifest } from './item-files.ts';

/** The number of table segments read in parallel. */
const segments = 8;

/**
 * Writes all items of a table to a folder and returns their number. Continues an interrupted export into the same
 * folder.
 */
export async function exportTable(client: DynamoDBClient, TableName: string, folder: string): Promise<number> {
  if (readManifest(folder)) throw new Error(`There is a whole export in ${folder} already: name another folder.`);
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const counts = await Promise.all(
    Array.from({ length: segments }, (_, segment) => exportSegment(client, TableName, folder, segment)),
  );
  const items = counts.reduce((sum, count) => sum + count, 0);
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = Table;
  writeManifest(folder, { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, items });
  return items;
}

/**
 * Exports a segment. Each page of the scan with items becomes a file. The key of its last item says where the next page
 * begins.
 */
async function exportSegment(
  client: DynamoDBClient,
  TableName: string,
  folder: string,
  Segment: number,
): Promise<number> {
  const files = filesIn(folder, `${Segment}-`);
  let count = 0;
  let last: StoredItem | undefined;
  for (const file of files) {
    const items = readItems(file);
    count += items.length;
    last = items.at(-1);
  }
  let number = files.length;
  for (;;) {
    const ExclusiveStartKey = last && keyOf(last);
    const scan = { TableName, Segment, TotalSegments: segments, ExclusiveStartKey, ConsistentRead: true };
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand(scan));
    if (Items.length > 0) {
      writeItems(join(folder, `${Segment}-${String(number).padStart(6, '0')}.json.gz`), Items);
      number += 1;
      count += Items.length;
    }
    if (!LastEvaluatedKey) return count;
    last = LastEvaluatedKey;
  }
}

const keyOf = ({ pk, sk }: StoredItem): StoredItem => ({ pk, sk }) as StoredItem;
