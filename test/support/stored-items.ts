import { type AttributeValue, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parametersOf } from '../../shared/store/expression.ts';
import { itemOf } from '../../shared/store/responses/responses.ts';
import { tableOf } from './cloud-table.ts';
import type { Json } from './http.ts';
import { responseAt } from './old-responses.ts';
import type { ReachableCloud } from './shared-cloud.ts';

type StoredItem = Record<string, AttributeValue>;

/** What a local cloud has stored in which this text occurs. */
export async function itemsThatName(cloud: ReachableCloud, text: string): Promise<StoredItem[]> {
  const { client, TableName } = tableOf(cloud);
  const found: StoredItem[] = [];
  let ExclusiveStartKey: StoredItem | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    found.push(...Items.filter(item => JSON.stringify(item).includes(text)));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  client.destroy();
  return found;
}

/** Makes all deferred work of a kind due now: between its steps a purge waits for minutes, a file for a day. */
export async function hastenJobs(cloud: ReachableCloud, kind = 'JOB#'): Promise<void> {
  const { client, TableName } = tableOf(cloud);
  for (const { pk, sk } of await itemsThatName(cloud, `"${kind}`)) {
    if (!pk || !sk) continue;
    const update = new UpdateItemCommand({
      TableName,
      Key: { pk, sk },
      UpdateExpression: 'SET duesk = :now',
      ConditionExpression: 'attribute_exists(duesk)',
      ExpressionAttributeValues: { ':now': { S: '0000000000' } },
    });
    // What is done, or was claimed in between, is as it should be.
    await client.send(update).catch(() => {});
  }
  client.destroy();
  const invocations = `${cloud.environment.AWS_ENDPOINT_URL_LAMBDA}/2015-03-31/functions/SweepDue/invocations`;
  const swept = await fetch(invocations, { method: 'POST', body: '{}' });
  const said = await swept.text();
  if (!swept.ok || swept.headers.has('x-amz-function-error')) throw new Error(`The sweep fails: ${said}`);
}

/** Changes attributes of an item behind the service's back. */
export async function changeItem(cloud: ReachableCloud, Key: { pk: string; sk: string }, set: Record<string, unknown>) {
  const { client, TableName } = tableOf(cloud);
  await client.send(new UpdateCommand({ TableName, Key, ...parametersOf({ set }) }));
  client.destroy();
}

/** Stores responses of a form that were submitted so many days ago. */
export async function oldResponses(
  cloud: ReachableCloud,
  form: Json,
  daysAgo: number[],
  answers?: object,
): Promise<Json[]> {
  const { client, TableName } = tableOf(cloud);
  const [item] = await itemsThatName(cloud, `"FORM#${form.id}"`);
  const responses = daysAgo.map(days =>
    responseAt({ form: form as never, shards: 1 }, Date.now() - days * 24 * 3600_000, { answers: answers as never }),
  );
  for (const response of responses) {
    const Item = itemOf(response, item?.environmentId?.S ?? '');
    await client.send(new PutCommand({ TableName, Item: JSON.parse(JSON.stringify(Item)) }));
  }
  client.destroy();
  return responses as Json[];
}
