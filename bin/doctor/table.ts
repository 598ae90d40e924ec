import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { missingIndexes } from '../command/missing-indexes.ts';
import { clientOptions } from './account.ts';
import { type Finding, fails, passes } from './finding.ts';

/** A table that the stack does not make, because it was restored or moved, has what its version had. */
export async function checkAdoptedTable(streamArn: string): Promise<Finding> {
  const [, TableName = ''] = streamArn.split('/');
  const client = new DynamoDBClient(clientOptions);
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const missing = missingIndexes(Table);
  return missing === undefined
    ? passes(`the table ${TableName} has every index`)
    : fails(`the table ${TableName} lacks an index, and what reads it would fail`, missing);
}
