import { type AttributeValue, DynamoDBClient, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Cloud } from '../../local/cloud.ts';

function tableOf({ assembly, environment }: Cloud) {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_REGION: region } = environment;
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
  return { client: new DynamoDBClient({ endpoint, region, credentials }), TableName: assembly.tables[0]?.name };
}

/** Everything stored whose item names this text somewhere. */
export async function itemsThatName(cloud: Cloud, text: string): Promise<Record<string, AttributeValue>[]> {
  const { client, TableName } = tableOf(cloud);
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  return Items.filter(item => JSON.stringify(item).includes(text));
}

/** Makes all deferred work of a kind due now, `JOB#`: some of it waits for minutes, or for a day. */
export async function hasten(cloud: Cloud, kind: string): Promise<void> {
  const { client, TableName } = tableOf(cloud);
  for (const { pk, sk, duesk } of await itemsThatName(cloud, kind)) {
    if (!pk?.S?.startsWith(kind) || !sk || !duesk) continue;
    const update = new UpdateItemCommand({
      TableName,
      Key: { pk, sk },
      UpdateExpression: 'SET duesk = :now',
      ConditionExpression: 'attribute_exists(duesk)',
      ExpressionAttributeValues: { ':now': { S: '0000000000' } },
    });
    // What ended in between is as it should be.
    await client.send(update).catch(() => {});
  }
  await cloud.trigger('EveryMinute');
}
