import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Caller } from '../auth/caller.ts';
import { keyOf } from './keys.ts';
import { dynamodb, tableName } from './table.ts';

/** Over how many partitions of the index the responses of an environment are spread: as many as its widest form has. */
export async function getEnvironmentShards({ organizationId, environment }: Caller): Promise<number> {
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: keyOf('environment', { org: organizationId, environment }) }),
  );
  return Number(Item?.shards ?? 1);
}
