import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { parametersOf } from '../../../shared/store/expression.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { itemOf } from '../../../shared/store/responses/responses.ts';
import { responseAt } from '../records/old-responses.ts';
import { tableOf } from './cloud-table.ts';
import type { Json } from './http.ts';
import type { ReachableCloud } from './shared-cloud.ts';

type StoredItem = Record<string, AttributeValue>;

/** Returns everything stored in a table of a local cloud, by default the first, that contains this text. */
export async function itemsThatName(
  cloud: ReachableCloud,
  text: string,
  { name: TableName } = cloud.assembly.tables[0] ?? { name: '' },
): Promise<StoredItem[]> {
  const found: StoredItem[] = [];
  let ExclusiveStartKey: StoredItem | undefined;
  do {
    const { Items, LastEvaluatedKey } = await scan(cloud, { TableName, ExclusiveStartKey });
    found.push(...Items.filter(item => JSON.stringify(item).includes(text)));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

/** Returns a page of all stored items, as the engine sends it. The SDK would parse each item, and few are used. */
async function scan(
  { environment }: ReachableCloud,
  page: { TableName: string; ExclusiveStartKey: StoredItem | undefined },
): Promise<{ Items: StoredItem[]; LastEvaluatedKey?: StoredItem }> {
  const credential = `${environment.AWS_ACCESS_KEY_ID}/20120810/${environment.AWS_REGION}/dynamodb/aws4_request`;
  const reply = await fetch(String(environment.AWS_ENDPOINT_URL_DYNAMODB), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Scan',
      'x-amz-date': '20120810T000000Z',
      // The engine reads from it whose data is meant, and doesn't verify it.
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify(page),
  });
  if (!reply.ok) throw new Error(`The table cannot be read: ${await reply.text()}`);
  return (await reply.json()) as { Items: StoredItem[] };
}

/** Changes attributes of an item directly in the table. */
export async function changeItem(cloud: ReachableCloud, Key: { pk: string; sk: string }, set: Record<string, unknown>) {
  const { client, TableName } = tableOf(cloud);
  await client.send(new UpdateCommand({ TableName, Key, ...parametersOf({ set }) }));
  client.destroy();
}

/** Stores responses of a form that were submitted some days ago. */
export async function oldResponses(
  cloud: ReachableCloud,
  form: Json,
  daysAgo: number[],
  answers?: object,
): Promise<Json[]> {
  const { client, TableName } = tableOf(cloud);
  const Key = keyOf('form', { form: form.id });
  const { Item: stored } = await client.send(new GetCommand({ TableName, Key }));
  const responses = daysAgo.map(days =>
    responseAt({ form: form as never, shards: 1 }, Date.now() - days * 24 * 3600_000, { answers: answers as never }),
  );
  for (const response of responses) {
    const Item = itemOf(response, stored?.environmentId ?? '');
    await client.send(new PutCommand({ TableName, Item: JSON.parse(JSON.stringify(Item)) }));
  }
  client.destroy();
  return responses as Json[];
}
