import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  type StreamViewType,
  type TableDescription,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { UnusableData } from '../data-folder.ts';
import type { Assembly, TableResource } from '../template/assembly.ts';
import type { JsonObject } from '../template/template.ts';

/** Creates the missing tables. Throws if a table exists with other keys or indexes. */
export async function createTables(client: DynamoDBClient, tables: readonly TableResource[]): Promise<void> {
  for (const table of tables) {
    const existing = await describeTable(client, table.name);
    if (existing) checkSame(table, existing);
    else await createTable(client, table);
  }
}

/** Returns the tables whose streams are read although no template declares them. Throws if one doesn't exist. */
export async function adoptTables(
  client: DynamoDBClient,
  { tables, streamMappings }: Assembly,
): Promise<TableResource[]> {
  const names = new Set(streamMappings.map(({ tableName }) => tableName));
  for (const { name } of tables) names.delete(name);
  return Promise.all([...names].map(name => adoptTable(client, name)));
}

async function adoptTable(client: DynamoDBClient, name: string): Promise<TableResource> {
  const table = await describeTable(client, name);
  if (!table)
    throw new Error(`The table ${name}, which the template takes for granted, is not there: create it first.`);
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  return {
    name,
    keySchema: (table.KeySchema ?? []) as unknown as JsonObject[],
    attributeDefinitions: (table.AttributeDefinitions ?? []) as unknown as JsonObject[],
    indexes: (table.GlobalSecondaryIndexes ?? []) as unknown as JsonObject[],
    streamViewType: table.StreamSpecification?.StreamViewType,
    ttlAttribute: TimeToLiveDescription?.AttributeName,
  };
}

export async function describeTable(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function createTable(client: DynamoDBClient, table: TableResource): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table.name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: table.keySchema as unknown as KeySchemaElement[],
      AttributeDefinitions: table.attributeDefinitions as unknown as AttributeDefinition[],
      GlobalSecondaryIndexes: table.indexes.length > 0 ? table.indexes.map(indexOf) : undefined,
      StreamSpecification: table.streamViewType
        ? { StreamEnabled: true, StreamViewType: table.streamViewType as StreamViewType }
        : undefined,
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: table.name });
  if (table.ttlAttribute) {
    const TimeToLiveSpecification = { AttributeName: table.ttlAttribute, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName: table.name, TimeToLiveSpecification }));
  }
}

function indexOf({ IndexName, KeySchema, Projection }: TableResource['indexes'][number]): GlobalSecondaryIndex {
  return { IndexName, KeySchema, Projection } as unknown as GlobalSecondaryIndex;
}

function checkSame(table: TableResource, existing: TableDescription): void {
  const declared = [table.keySchema, ...table.indexes.map(index => index.KeySchema)];
  const found = [existing.KeySchema, ...(existing.GlobalSecondaryIndexes ?? []).map(index => index.KeySchema)];
  const shape = (schemas: readonly unknown[]) =>
    schemas
      .map(schema => (schema as KeySchemaElement[]).map(key => `${key.KeyType} ${key.AttributeName}`).join())
      .sort();
  if (shape(declared).join(';') === shape(found).join(';')) return;
  throw new UnusableData(
    `The table ${table.name} was kept from a run with other keys or indexes than the template declares.`,
  );
}

/**
 * Adds an index for stream records. dynoxide scans all of them for the next number at each write and for each read of
 * the stream. The index keeps both fast. It does nothing on a database of another version.
 */
export function indexStreamRecords(databaseFile: string | undefined): void {
  if (!databaseFile || !existsSync(databaseFile)) return;
  const database = new DatabaseSync(databaseFile, { timeout: 5000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_position ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } catch {
    // Without the index, dynoxide is slower but correct.
  } finally {
    database.close();
  }
}
