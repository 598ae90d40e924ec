import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller, EnvironmentName } from '../auth/caller.ts';
import { keyOf } from './keys.ts';
import { dynamodb, tableName } from './table.ts';

/** Over how many partitions of the index the responses of an environment are spread: as many as its widest form has. */
export async function getEnvironmentShards({ organizationId, environment }: Caller): Promise<number> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: keyOf('environment', { org: organizationId, environment }) }),
  );
  return Number(Item?.shards ?? 1);
}

/** The same caller, in another environment of its organization. */
export async function callerIn(caller: Caller, environment: EnvironmentName): Promise<Caller> {
  if (environment === caller.environment) return caller;
  const Key = keyOf('environment', { org: caller.organizationId, environment });
  const { Item } = await dynamodb.send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true }));
  if (!Item) throw new Error(`The organization has no environment ${environment}`);
  return { ...caller, environment, environmentId: String(Item.id) };
}
