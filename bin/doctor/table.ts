import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { missingIndexes } from '../command/missing-indexes.ts';
import { clientOptions } from './account.ts';
import { type Finding, fails, passes } from './finding.ts';

/** Checks a table that the stack doesn't create. A restored or moved table has the indexes of its own version. */
export async function checkAdoptedTable(streamArn: string): Promise<Finding> {
  const [, TableName = ''] = streamArn.split('/');
  const client = new DynamoDBClient(clientOptions);
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
  const missing = missingIndexes(Table);
  return missing === undefined
    ? passes(`the table ${TableName} has every index`)
    : fails(`the table ${TableName} lacks an index, and what reads it would fail`, missing);
}
