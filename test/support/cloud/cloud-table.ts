import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { clientDefaults } from '../../../shared/aws/client-defaults.ts';
import type { ReachableCloud } from './shared-cloud.ts';

/** A local cloud, as far as its table needs it. */
export type CloudWithTable = Pick<ReachableCloud, 'environment'> & {
  readonly assembly: { readonly tables: readonly { readonly name: string }[] };
};

/** Returns a client of a local cloud's table. */
export function tableOf({ environment, assembly }: CloudWithTable): {
  client: DynamoDBDocumentClient;
  TableName: string;
} {
  const client = new DynamoDBClient({
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION,
    logger: clientDefaults.logger,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  return { client: DynamoDBDocumentClient.from(client), TableName: assembly.tables[0]?.name ?? '' };
}

/** Imitates point-in-time recovery: creates another table with the same keys, indexes and items, and nothing else. */
export async function copyTable(cloud: ReachableCloud, name: string): Promise<void> {
  const { client, TableName } = tableOf(cloud);
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = Table;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => {
        return { IndexName, KeySchema, Projection };
      }),
    }),
  );
  for await (const { Items = [] } of paginateScan({ client }, { TableName, Limit: 25 })) {
    const RequestItems = { [name]: Items.map(Item => ({ PutRequest: { Item } })) };
    if (Items.length > 0) await client.send(new BatchWriteCommand({ RequestItems }));
  }
  client.destroy();
}

/** Returns the data keys of an organization in a local cloud. */
export async function dataKeysOf(cloud: ReachableCloud, organizationId: string): Promise<Record<string, unknown>[]> {
  const { client } = tableOf(cloud);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: cloud.assembly.tables[1]?.name }));
  client.destroy();
  // The table also notes deletions, by ID alone.
  return Items.filter(({ pk }) => String(pk).includes(organizationId) && !String(pk).startsWith('DELETED#'));
}
