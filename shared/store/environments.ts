import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Caller, type EnvironmentName, environmentNames } from '../auth/caller.ts';
import { keyOf } from './keys.ts';
import { batchGet, dynamodb, tableName } from './table.ts';

/** Over how many partitions of the index the responses of an environment are spread: as many as its widest form has. */
export async function getEnvironmentShards({ organizationId, environment }: Caller): Promise<number> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: keyOf('environment', { org: organizationId, environment }) }),
  );
  return Number(Item?.shards ?? 1);
}

/** The ids of the organization's environments. */
export async function environmentIdsOf(org: string): Promise<string[]> {
  const items = await batchGet(environmentNames.map(environment => keyOf('environment', { org, environment })));
  return items.map(({ id }) => String(id));
}

/** The same caller, in another environment of its organization. */
export async function callerIn(caller: Caller, environment: EnvironmentName): Promise<Caller> {
  if (environment === caller.environment) return caller;
  const Key = keyOf('environment', { org: caller.organizationId, environment });
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  if (!Item) throw new Error(`The organization has no environment ${environment}`);
  return { ...caller, environment, environmentId: String(Item.id) };
}
