import { type AttributeValue, DynamoDBClient, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Cloud } from '../../local/cloud.ts';

type StoredItem = Record<string, AttributeValue>;

/** What a local cloud has stored in which this text occurs. */
export async function itemsThatName(cloud: Cloud, text: string): Promise<StoredItem[]> {
  const { client, TableName } = tableOf(cloud);
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  client.destroy();
  return Items.filter(item => JSON.stringify(item).includes(text));
}

/** Makes all deferred work due now: between its steps a purge waits for minutes. */
export async function hastenJobs(cloud: Cloud): Promise<void> {
  const { client, TableName } = tableOf(cloud);
  for (const { pk, sk } of await itemsThatName(cloud, '"JOB#')) {
    if (!pk || !sk) continue;
    const update = new UpdateItemCommand({
      TableName,
      Key: { pk, sk },
      UpdateExpression: 'SET duesk = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': { S: '0000000000' } },
    });
    // A job that ended in between is as it should be.
    await client.send(update).catch(() => {});
  }
  client.destroy();
  await cloud.trigger('EveryMinute');
}

function tableOf({ assembly, environment }: Cloud) {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_REGION: region } = environment;
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
  return { client: new DynamoDBClient({ endpoint, region, credentials }), TableName: assembly.tables[0]?.name };
}
